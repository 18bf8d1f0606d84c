import { AddressRule } from './address-rule.js';

const rule = new AddressRule([]);

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.169.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('the address %s is public', (address) => {
  expect(rule.isPublic(address)).toBe(true);
});

it.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade', '100.64.0.1'],
  ['metadata inside carrier-grade', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['container metadata', '169.254.170.2'],
  ['control service', '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['relay anycast', '192.88.99.1'],
  ['benchmark', '198.18.0.1'],
  ['documentation', '203.0.113.9'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['link-local', 'fe80::1'],
  ['link-local with zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fc00::1'],
  ['unique local metadata', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['discard', '100::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:169.254.169.254'],
  ['mapped control service', '::ffff:168.63.129.16'],
  ['compatible loopback', '::127.0.0.1'],
  ['compatible public', '::8.8.8.8'],
  ['translated (SIIT)', '::ffff:0:127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
  ['NAT64 of private', '64:ff9b::a00:1'],
  ['NAT64 of a network of its own', '64:ff9b:1::8.8.8.8'],
  ['6to4 of private', '2002:a00:1::1'],
  ['6to4 of public', '2002:808:808::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['ORCHID', '2001:20::1'],
  ['no address', 'example.com'],
  ['no address', ''],
])('the address (%s) %s is not public', (_kind, address) => {
  expect(rule.isPublic(address)).toBe(false);
});

describe('the ranges that the operator opens', () => {
  const opened = new AddressRule(['127.0.0.0/8', '::1/128', '10.1.0.0/16']);

  it.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:127.0.0.1'])('contain %s', (address) => {
    expect(opened.isOpened(address)).toBe(true);
  });

  it.each(['10.2.0.1', '::2', '8.8.8.8', 'localhost'])('do not contain %s', (address) => {
    expect(opened.isOpened(address)).toBe(false);
  });

  it('are refused when they are not ranges', () => {
    expect(() => new AddressRule(['localhost'])).toThrow();
  });
});
