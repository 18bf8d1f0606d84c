import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name its network: 64 bits. */
const NETWORK_GROUPS = 4;

/**
 * The unit in which addresses are counted: an IPv4 address, or the /64 of an IPv6 address, because
 * one caller has all addresses of it. Other text is unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
