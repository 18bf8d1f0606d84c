import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'];

interface KnownAddress {
  /** The canonical text; undefined if it is no address. */
  readonly text: string | undefined;
  readonly trusted: boolean;
}

const MOST_REMEMBERED = 10_000;
/** Anything longer is no address, and would only fill the memory. */
const LONGEST_ADDRESS = 64;

/**
 * The caller's address. `X-Forwarded-For` counts only if the connection and each earlier hop come
 * from a trusted proxy. By default no proxy is trusted and the header is ignored.
 */
export class ClientAddress {
  private readonly trusted: readonly Range[];
  /** Cache of parsed addresses: proxies and callers repeat, and parsing is slow. */
  private readonly known = new Map<string, KnownAddress>();

  private warned = false;

  /**
   * @param trustedProxies CIDR ranges; throws when one is malformed
   * @param onIgnored called once when a proxy names callers although none is trusted
   */
  constructor(
    trustedProxies: readonly string[],
    private readonly onIgnored: (header: string) => void = () => undefined,
  ) {
    this.trusted = trustedProxies.map((range) => ipaddr.parseCIDR(range));
  }

  of(request: FastifyRequest): string {
    let address = this.read(request.socket.remoteAddress ?? '');
    if (this.trusted.length === 0 && !this.warned) this.warnOf(request);
    if (!address.trusted) return address.text ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    const hops = typeof header === 'string' ? header.split(',').map((hop) => hop.trim()) : [];
    while (address.trusted) {
      const before = this.read(hops.pop() ?? '');
      if (before.text === undefined) break;
      address = before;
    }
    return address.text ?? 'unknown';
  }

  private warnOf({ headers }: FastifyRequest): void {
    const header = FORWARDED_HEADERS.find((name) => headers[name] !== undefined);
    if (!header) return;
    this.warned = true;
    this.onIgnored(header);
  }

  private read(raw: string): KnownAddress {
    const known = this.known.get(raw);
    if (known) return known;
    const read = this.parse(raw);
    if (raw.length > LONGEST_ADDRESS) return read;
    if (this.known.size >= MOST_REMEMBERED) this.known.clear();
    this.known.set(raw, read);
    return read;
  }

  private parse(raw: string): KnownAddress {
    if (!ipaddr.isValid(raw)) return { text: undefined, trusted: false };
    const parsed = ipaddr.process(raw);
    const trusted = this.trusted.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
    );
    return { text: parsed.toString(), trusted };
  }
}
