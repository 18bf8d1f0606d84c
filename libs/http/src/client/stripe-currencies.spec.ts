import { allCurrencies, currencyExponent } from '@towpath/kernel';
import fc from 'fast-check';
import { fromStripe, isListedAtStripe, toStripe } from './stripe-currencies.js';

const LISTED = allCurrencies().filter(isListedAtStripe);

describe('amounts at Stripe', () => {
  it('are the same again after a way there and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTED),
        fc.integer({ min: 0, max: 99_999_999 }),
        (currency, amount) => {
          const there = toStripe(amount, currency);
          if (there === null) return;
          expect(fromStripe(there, currency.toLowerCase())).toEqual({ amount, currency });
        },
      ),
    );
  });

  it('are refused only where Stripe has a coarser unit', () => {
    const coarse = LISTED.filter((currency) => toStripe(1, currency) === null);
    expect(coarse.toSorted()).toEqual(['BHD', 'JOD', 'KWD', 'MGA', 'OMR', 'TND']);
  });

  it.each([
    ['JPY', 500, 500],
    ['HKD', 12_345, 12_345],
    ['HUF', 17_550, 17_550],
    ['TWD', 1_050, 1_050],
    ['ISK', 50, 5_000],
    ['UGX', 50, 5_000],
    ['MGA', 500, 5],
    ['KWD', 1_230, 1_230],
  ])('of %s: %d are %d', (currency, amount, there) => {
    expect(toStripe(amount, currency)).toBe(there);
  });

  it('count as ISO 4217 does, but for three currencies', () => {
    const decimals = (currency: string) =>
      Math.round(Math.log10((toStripe(100_000, currency) ?? 0) / 100_000));
    expect(LISTED.filter((currency) => decimals(currency) !== 0).toSorted()).toEqual([
      'ISK',
      'MGA',
      'UGX',
    ]);
  });

  it.each(['IQD', 'LYD', 'IRR', 'ZZZ'])('of %s are refused', (currency) => {
    expect([isListedAtStripe(currency), toStripe(1_000, currency)]).toEqual([false, null]);
    expect(() => fromStripe(1_000, currency)).toThrow(currency);
  });

  it('are listed for currencies of ours only', () => {
    expect(
      allCurrencies()
        .filter(isListedAtStripe)
        .every((each) => currencyExponent(each) < 4),
    ).toBe(true);
  });
});
