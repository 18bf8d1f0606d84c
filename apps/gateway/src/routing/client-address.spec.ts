import type { FastifyRequest } from 'fastify';
import { ClientAddress } from './client-address.js';

function addressOf(trusted: string[], peer: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { socket: { remoteAddress: peer }, headers } as unknown as FastifyRequest;
  return new ClientAddress(trusted).of(request);
}

describe('ClientAddress', () => {
  it.each<[string, string[], string, string | undefined, string]>([
    ['ignores the header by default', [], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['believes a trusted proxy', ['198.51.100.0/24'], '198.51.100.1', '203.0.113.9', '203.0.113.9'],
    [
      'stops at the first stranger',
      ['198.51.100.0/24'],
      '198.51.100.1',
      '1.1.1.1, 203.0.113.9',
      '203.0.113.9',
    ],
    [
      'walks through a chain of proxies',
      ['198.51.100.0/24', '10.0.0.0/8'],
      '198.51.100.1',
      '203.0.113.9, 10.1.2.3',
      '203.0.113.9',
    ],
    [
      'keeps the proxy when the header is garbage',
      ['198.51.100.0/24'],
      '198.51.100.1',
      'nonsense',
      '198.51.100.1',
    ],
    ['writes mapped addresses as IPv4', [], '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['knows IPv6 ranges', ['2001:db8::/32'], '2001:db8::1', '203.0.113.9', '203.0.113.9'],
  ])('%s', (_what, trusted, peer, forwarded, expected) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(expected);
  });

  it.each([
    [[], 'x-forwarded-for', 1],
    [[], 'forwarded', 1],
    [[], 'x-other', 0],
    [['10.0.0.0/8'], 'x-forwarded-for', 0],
  ])('with %j trusted tells once of an ignored %s', (trusted: string[], header, times) => {
    const ignored: string[] = [];
    const addresses = new ClientAddress(trusted, (name) => ignored.push(name));
    for (const address of ['203.0.113.9', '203.0.113.10']) {
      const socket = { remoteAddress: '198.51.100.1' };
      addresses.of({ socket, headers: { [header]: address } } as unknown as FastifyRequest);
    }
    expect(ignored).toEqual(Array<string>(times).fill(header));
  });
});
