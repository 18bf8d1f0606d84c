import { fastify } from 'fastify';
import { clientAddress, proxiesIn, warnOfIgnoredProxy } from './client-address.js';

async function addressOf(
  trusted: readonly string[],
  peer: string,
  forwarded?: string,
): Promise<string> {
  const server = fastify({ trustProxy: proxiesIn(trusted) });
  server.get('/', (request) => clientAddress(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await server.inject({ url: '/', remoteAddress: peer, headers })).body;
}

const PROXIES = ['198.51.100.0/24', '10.0.0.0/8', '2001:db8::/32'];

describe('the address of a caller', () => {
  it.each<[string, string[], string, string | undefined, string]>([
    ['that of the connection by default', [], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['what a trusted proxy writes', PROXIES, '198.51.100.1', '203.0.113.9', '203.0.113.9'],
    ['the first stranger', PROXIES, '198.51.100.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['the end of a chain', PROXIES, '198.51.100.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    [
      'the first proxy of a chain of proxies',
      PROXIES,
      '10.0.0.1',
      '10.0.0.3, 10.0.0.2',
      '10.0.0.3',
    ],
    ['the proxy if the header is garbage', PROXIES, '198.51.100.1', 'nonsense', '198.51.100.1'],
    ['the last proxy after garbage', PROXIES, '10.0.0.1', '1.1.1.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['no address with a port', PROXIES, '10.0.0.1', '203.0.113.9:80', '10.0.0.1'],
    ['no short form of an address', PROXIES, '10.0.0.1', '0x7f.1', '10.0.0.1'],
    ['found beside empty entries', PROXIES, '10.0.0.1', '1.1.1.1,, 203.0.113.9, ', '203.0.113.9'],
    ['the same for mapped ones', [], '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['given by a mapped proxy', PROXIES, '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['given by an IPv6 proxy', PROXIES, '2001:db8::1', '203.0.113.9', '203.0.113.9'],
    ['given by anybody if all are trusted', ['0.0.0.0/0'], '203.0.113.5', '1.1.1.1', '1.1.1.1'],
    ['canonical', PROXIES, '10.0.0.1', '2001:DB9:0:0::1', '2001:db9::1'],
  ])('is %s', async (_what, trusted, peer, forwarded, expected) => {
    expect(await addressOf(trusted, peer, forwarded)).toBe(expected);
  });

  it('is unknown if the connection has ended', () => {
    expect(clientAddress({ ips: [undefined as never] })).toBe('unknown');
  });
});

describe('a request header of an untrusted proxy', () => {
  it.each([
    ['x-forwarded-for', 1],
    ['forwarded', 1],
    ['x-other', 0],
  ])('named %s is logged %i times, however often it comes', async (header, times) => {
    const ignored: unknown[] = [];
    const server = fastify();
    warnOfIgnoredProxy(server, { warn: (fields: unknown) => ignored.push(fields) });
    server.get('/', () => 'ok');
    for (const address of ['203.0.113.9', '203.0.113.10']) {
      await server.inject({ url: '/', headers: { [header]: address } });
    }
    expect(ignored).toEqual(Array(times).fill({ header, address_used: 'that of the connection' }));
  });
});
