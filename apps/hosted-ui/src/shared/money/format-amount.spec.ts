import { Money } from '@towpath/kernel';
import { amountInWords, ambiguousCode, formatAmount, shownAmount } from './format-amount.js';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const shown = (amount: number, currency: string, ...locales: string[]) =>
  plain(formatAmount(Money.of(amount, currency), locales));

describe('formatAmount', () => {
  it.each([
    [124_850, 'HKD', 'en-HK', 'HK$1,248.50'],
    [124_850, 'HKD', 'zh-HK', 'HK$1,248.50'],
    [124_850, 'EUR', 'de-DE', '1.248,50 €'],
    [1, 'USD', 'en-US', '$0.01'],
    [128_000, 'JPY', 'ja-JP', '￥128,000'],
    [128_000, 'JPY', 'en-US', '¥128,000'],
    [1_234_567, 'VND', 'vi-VN', '1.234.567 ₫'],
    [45_250, 'KWD', 'en-US', 'KWD 45.250'],
    [1, 'KWD', 'en-US', 'KWD 0.001'],
  ])('writes %d minor units of %s in %s as %s', (...row) => {
    const [amount, currency, locale, text] = row;
    expect(shown(amount, currency, locale)).toBe(text);
  });

  it('takes the decimals from ISO 4217 where custom has dropped them', () => {
    expect(shown(12_345, 'IQD', 'en-US')).toBe('IQD 12.345');
    expect(shown(12_345, 'HUF', 'en-US')).toBe('HUF 123.45');
  });

  it('keeps every minor unit of the largest amount', () => {
    expect(shown(Number.MAX_SAFE_INTEGER, 'USD', 'en-US')).toBe('$90,071,992,547,409.91');
    expect(shown(Number.MAX_SAFE_INTEGER, 'KWD', 'en-US')).toBe('KWD 9,007,199,254,740.991');
  });

  it('skips locales that the browser does not know, and falls back to English', () => {
    expect(shown(100, 'EUR', 'not a locale', 'de-DE')).toBe('1,00 €');
    expect(shown(100, 'EUR')).toBe('€1.00');
  });
});

describe('amountInWords', () => {
  it.each([
    [24_500, 'SGD', 'zh-SG', '$245.00 SGD'],
    [24_500, 'USD', 'en-US', '$245.00 USD'],
    [24_500, 'SGD', 'en-HK', 'SGD 245.00'],
    [124_850, 'HKD', 'en-HK', 'HK$1,248.50'],
    [128_000, 'JPY', 'ja-JP', '￥128,000 JPY'],
    [128_000, 'JPY', 'en-US', '¥128,000 JPY'],
    [45_250, 'KWD', 'en-US', 'KWD 45.250'],
    [245_000, 'KRW', 'ko-KR', '₩245,000'],
    [1_234_567, 'VND', 'vi-VN', '1.234.567 ₫'],
    [100, 'GBP', 'en-GB', '£1.00 GBP'],
  ])('writes %d minor units of %s in %s as %s', (...row) => {
    const [amount, currency, locale, text] = row;
    const written = amountInWords(Money.of(amount, currency), [locale]);
    expect(plain(written)).toBe(text);
    expect(written).not.toContain(' ');
  });
});

describe('ambiguousCode', () => {
  it('names the currency unless the amount already does', () => {
    expect(ambiguousCode(Money.of(100, 'HKD'), 'HK$1.00')).toBe('HKD');
    expect(ambiguousCode(Money.of(100, 'KWD'), 'KWD 0.100')).toBeNull();
  });
});

describe('shownAmount', () => {
  it('is null for a link that only stores a card', () => {
    expect(shownAmount({ amount: null, currency: 'HKD' }, ['en'])).toBeNull();
    expect(shownAmount({ currency: 'HKD' }, ['en'])).toBeNull();
  });
});
