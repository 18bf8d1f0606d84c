import { pageLocale } from './page-locale.js';
import type { Language } from './payment-link-terms.js';

describe('pageLocale', () => {
  it.each<[Language, string | null, string]>([
    ['en', 'HKG', 'en'],
    ['ko', 'KOR', 'ko'],
    ['vi', null, 'vi'],
    ['zh', 'HKG', 'zh-HK'],
    ['zh', 'TWN', 'zh-CN'],
    ['zh', 'SGP', 'zh-CN'],
    ['zh', null, 'zh-CN'],
  ])('for the language %s and the country %s is %s', (language, country, locale) => {
    expect(pageLocale(language, country)).toBe(locale);
  });
});
