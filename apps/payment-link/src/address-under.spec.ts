import { addressUnder } from './address-under.js';

describe('an address under a base', () => {
  it.each([
    ['https://pay.example.com', 'https://pay.example.com/hosted/pay'],
    ['https://pay.example.com/', 'https://pay.example.com/hosted/pay'],
    ['https://example.com/shop', 'https://example.com/shop/hosted/pay'],
    ['https://example.com/shop/', 'https://example.com/shop/hosted/pay'],
  ])('%s is %s', (base, expected) => {
    expect(addressUnder(base, { path: '/hosted/pay' }).href).toBe(expected);
  });
});
