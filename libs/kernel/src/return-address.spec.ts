import { isReturnAddress } from './return-address.js';

describe('an address that a browser is sent back to', () => {
  it.each<[string, 'TEST' | 'LIVE', boolean]>([
    ['https://shop.example.com/back?order=1', 'LIVE', true],
    ['https://shop.example.com/back', 'TEST', true],
    ['http://127.0.0.1:8090/callback', 'TEST', true],
    ['http://localhost:8090/callback', 'TEST', true],
    ['http://[::1]:8090/callback', 'TEST', true],
    ['http://127.0.0.1:8090/callback', 'LIVE', false],
    ['http://shop.example.com/back', 'TEST', false],
    ['https://user:secret@shop.example.com/back', 'LIVE', false],
    ['shop-app://back', 'TEST', false],
    ['javascript:alert(1)', 'TEST', false],
    ['/back', 'TEST', false],
  ])('%s of a %s app: %s', (address, appType, expected) => {
    expect(isReturnAddress(address, appType)).toBe(expected);
  });
});
