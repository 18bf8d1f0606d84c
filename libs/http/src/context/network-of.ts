import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name its network: 64 bits. */
const NETWORK_GROUPS = 4;

/**
 * What an address counts as where addresses are counted: IPv4 as it is, IPv6 by its /64, of which
 * one caller has every address. Anything else stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
