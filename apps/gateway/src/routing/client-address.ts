import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * The caller's address. `X-Forwarded-For` counts only as far as the connection and each hop before
 * it come from a trusted proxy; by default none is trusted and the header is ignored.
 */
export class ClientAddress {
  private readonly trusted: readonly Range[];

  /** @param trustedProxies CIDR ranges; throws when one is malformed */
  constructor(trustedProxies: readonly string[]) {
    this.trusted = trustedProxies.map((range) => ipaddr.parseCIDR(range));
  }

  of(request: FastifyRequest): string {
    const peer = normalized(request.socket.remoteAddress ?? '') ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    const hops = typeof header === 'string' ? header.split(',').map((hop) => hop.trim()) : [];
    let address = peer;
    while (this.isTrusted(address)) {
      const before = normalized(hops.pop() ?? '');
      if (before === undefined) break;
      address = before;
    }
    return address;
  }

  private isTrusted(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.trusted.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
    );
  }
}

function normalized(address: string): string | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
