import type { Caller } from '@towpath/http';
import { countedAddressOf } from './payer.js';

describe('the address whose cards are counted', () => {
  it.each([
    ['TEST', '127.0.0.1', null],
    ['TEST', '::1', null],
    ['TEST', '203.0.113.9', '203.0.113.9'],
    ['LIVE', '127.0.0.1', '127.0.0.1'],
    ['LIVE', '203.0.113.9', '203.0.113.9'],
    ['LIVE', null, null],
  ] as const)('for a %s app called from %s is %s', (appType, address, counted) => {
    expect(countedAddressOf({ appType } as Caller, address)).toBe(counted);
  });
});
