import { pageLocale } from './page-locale.js';
import type { Language, PaymentLinkTerms } from './payment-link-terms.js';

describe('pageLocale', () => {
  it.each<[Language, string, string]>([
    ['en', 'HKD', 'en'],
    ['ko', 'KRW', 'ko'],
    ['vi', 'VND', 'vi'],
    ['zh', 'HKD', 'zh-HK'],
    ['zh', 'TWD', 'zh-TW'],
    ['zh', 'MOP', 'zh-MO'],
    ['zh', 'SGD', 'zh-CN'],
  ])('is that of a link in %s over %s: %s', (language, currency, locale) => {
    const customizations = { language, uiMode: 'standalone', redirectUri: null } as const;
    expect(pageLocale({ currency, customizations } as PaymentLinkTerms)).toBe(locale);
  });
});
