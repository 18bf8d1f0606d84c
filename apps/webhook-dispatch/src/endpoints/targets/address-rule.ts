import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Public by their number, but a metadata or control service of a cloud by their use. */
const CLOUD_SERVICES: readonly Range[] = [['168.63.129.16', 32]].map(([address, bits]) => [
  ipaddr.parse(String(address)),
  Number(bits),
]);
/** The only IPv6 space that is routed on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
const IPV4_BYTES = 4;

/**
 * Which addresses webhooks may be sent to: those of the public internet, and the ranges that the
 * operator has allowed.
 */
export class AddressRule {
  private readonly allowed: readonly Range[];

  /** @param allowed CIDR ranges; throws for one that is none */
  constructor(allowed: readonly string[]) {
    this.allowed = allowed.map((range) => ipaddr.parseCIDR(range) as Range);
  }

  /** Whether the operator has opened this address, also for http and any port. */
  isOpened(text: string): boolean {
    const address = parse(text);
    return address !== undefined && this.allowed.some((range) => matches(address, range));
  }

  /** Whether it is an address of the public internet; false for text that is no address. */
  isPublic(text: string): boolean {
    const address = parse(text);
    return address !== undefined && isPublicAddress(address);
  }
}

/** The library reads `::1.2.3.4` as a mapped address, but a socket connects elsewhere. */
const COMPATIBLE = /^::\d+\./;

/** Whether a text is a range such as `10.0.0.0/8` or `fd00::/8`. */
export function isRange(text: unknown): boolean {
  return typeof text === 'string' && ipaddr.isValidCIDR(text);
}

/** An IPv4 address in IPv6 notation counts as the IPv4 address. */
function parse(text: string): Address | undefined {
  if (!ipaddr.isValid(text) || COMPATIBLE.test(text)) return undefined;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return address.toIPv4Address();
  }
  return address;
}

function isPublicAddress(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return (
      address.range() === 'unicast' && !CLOUD_SERVICES.some((range) => matches(address, range))
    );
  }
  if (matches(address, NAT64 as Range)) return isPublicAddress(embeddedIPv4(address));
  // Everything else that can carry an IPv4 address (6to4, Teredo, compatible, translated) is either
  // a range of its own here or outside of the global space.
  return address.range() === 'unicast' && matches(address, GLOBAL_UNICAST as Range);
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-IPV4_BYTES));
}

function matches(address: Address, [network, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4) {
    return network instanceof ipaddr.IPv4 && address.match(network, bits);
  }
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
