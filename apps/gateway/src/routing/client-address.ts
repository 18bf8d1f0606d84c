import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { Logger } from '@towpath/observability';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'];

/** The answer to Fastify's `trustProxy`: whether an address is in one of the CIDR ranges. */
export function proxiesIn(ranges: readonly string[]): (address: string | undefined) => boolean {
  const proxies = new BlockList();
  for (const range of ranges) {
    const [network, bits] = ipaddr.parseCIDR(range);
    proxies.addSubnet(network.toString(), bits, network.kind());
  }
  return (address = '') =>
    isIP(address) > 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * The caller's address in canonical text. `X-Forwarded-For` counts only if the connection and each
 * earlier hop come from a trusted proxy. By default no proxy is trusted and the header is ignored.
 */
export function clientAddress({ ips = [] }: Pick<FastifyRequest, 'ips'>): string {
  const address = ips.findLast((each) => isIP(each) > 0);
  // Node takes only the canonical text of an IPv4 address for one.
  if (address && isIPv4(address)) return address;
  return address ? ipaddr.process(address).toString() : 'unknown';
}

/** Logs once that a proxy sends the addresses of callers although no proxy is trusted. */
export function warnOfIgnoredProxy(server: FastifyInstance, logger: Pick<Logger, 'warn'>): void {
  let isLogged = false;
  server.addHook('onRequest', ({ headers }, _reply, proceed) => {
    const header = FORWARDED_HEADERS.find((name) => headers[name] !== undefined);
    if (header && !isLogged) {
      isLogged = true;
      logger.warn(
        { header, address_used: 'that of the connection' },
        'a proxy sends the addresses of callers, and no proxy is trusted: ' +
          'set TRUSTED_PROXIES to the CIDR range of the proxy',
      );
    }
    proceed();
  });
}
