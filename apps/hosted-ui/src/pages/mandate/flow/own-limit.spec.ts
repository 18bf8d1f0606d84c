import { ownLimitIn, type OwnLimitBounds } from './typed-amount.js';

const HKD: OwnLimitBounds = { currency: 'HKD', locales: ['en'], agreed: 50_000, due: 10_000 };

describe('a limit that a payer sets', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['100', 10_000],
    ['250.5', 25_050],
    ['500.00', 50_000],
  ])('typed as %j is accepted as %j', (typed, minor) => {
    expect(ownLimitIn(typed, HKD)).toEqual({ minor, fault: null });
  });

  it.each([
    ['a lot', 'unreadable'],
    ['0', 'unreadable'],
    ['100.001', 'unreadable'],
    ['500.01', 'above_agreed'],
    ['99.99', 'below_due'],
  ])('typed as %j is refused as %s', (typed, fault) => {
    expect(ownLimitIn(typed, HKD)).toEqual({ minor: null, fault });
  });

  it('has no bounds when nothing was agreed and nothing is due', () => {
    const free = { ...HKD, agreed: null, due: null };
    expect(ownLimitIn('0.01', free)).toEqual({ minor: 1, fault: null });
    expect(ownLimitIn('1,000,000', free)).toEqual({ minor: 100_000_000, fault: null });
  });

  it.each([
    ['JPY', '501', 'above_agreed'],
    ['JPY', '500', null],
    ['JPY', '499.5', 'unreadable'],
    ['KWD', '0.501', 'above_agreed'],
    ['KWD', '0.500', null],
  ])('counts in the minor units of %s: %s', (currency, typed, fault) => {
    const bounds = { currency, locales: ['en'], agreed: 500, due: null };
    expect(ownLimitIn(typed, bounds).fault).toBe(fault);
  });
});
