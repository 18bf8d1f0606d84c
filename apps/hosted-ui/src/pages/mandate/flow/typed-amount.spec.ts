import { typedAmount, typedExample } from './typed-amount.js';

const EN = ['en'];
const VI = ['vi'];

describe('an amount that a payer types', () => {
  it.each([
    ['100', 'HKD', EN, 10_000],
    ['100.00', 'HKD', EN, 10_000],
    ['100.5', 'HKD', EN, 10_050],
    ['1,000', 'HKD', EN, 100_000],
    ['1,234,567.89', 'HKD', EN, 123_456_789],
    [' 1 000.01 ', 'HKD', EN, 100_001],
    ['１００', 'HKD', ['zh-Hant'], 10_000],
    ['١٠٠٫٥', 'HKD', ['ar-EG'], 10_050],
    ['۱٬۰۰۰', 'HKD', ['fa'], 100_000],
    ['1.000', 'HKD', VI, 100_000],
    ['1.000,50', 'HKD', VI, 100_050],
    ['100,5', 'HKD', VI, 10_050],
    ['100.5', 'HKD', VI, 10_050],
    ['100,50', 'HKD', EN, 10_050],
    ['1000', 'JPY', EN, 1_000],
    ['1.250', 'KWD', EN, 1_250],
    ['1,250', 'KWD', EN, 1_250_000],
    ['100', 'HKD', ['not a locale'], 10_000],
  ])(
    'typed as %j in %s for the locales %j is %d minor units',
    (typed, currency, locales, minor) => {
      expect(typedAmount(typed, { currency, locales })).toBe(minor);
    },
  );

  it.each([
    ['', 'HKD', EN],
    ['0', 'HKD', EN],
    ['0.00', 'HKD', EN],
    ['-5', 'HKD', EN],
    ['1e3', 'HKD', EN],
    ['a hundred', 'HKD', EN],
    ['1.234', 'HKD', EN],
    ['12,34,567', 'HKD', EN],
    ['1,00.50', 'HKD', EN],
    ['1000,500', 'KWD', EN],
    ['10.5', 'JPY', EN],
    ['9'.repeat(20), 'HKD', EN],
  ])('typed as %j in %s is no amount', (typed, currency, locales) => {
    expect(typedAmount(typed, { currency, locales })).toBeNull();
  });
});

describe('the example of an amount', () => {
  it.each([
    ['HKD', EN, '100.00', 10_000],
    ['HKD', VI, '100,00', 10_000],
    ['JPY', EN, '100', 100],
    ['KWD', EN, '100.000', 100_000],
    ['KWD', VI, '100,000', 100_000],
  ])('in %s for the locales %j is %s and can be typed', (currency, locales, text, minor) => {
    expect(typedExample({ currency, locales })).toBe(text);
    expect(typedAmount(text, { currency, locales })).toBe(minor);
  });
});
