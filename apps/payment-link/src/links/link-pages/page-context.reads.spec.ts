import { linkCountry, pageLocale, type Language } from './page-context.reads.js';

describe('the country of a link', () => {
  it.each([
    [{ country: 'HKG' }, 'USD', 'HKG'],
    [{ country: 'SGP' }, 'HKD', 'SGP'],
    [{}, 'HKD', 'HKG'],
    [{}, 'TWD', null],
    [{}, 'MOP', null],
    [{}, 'toString', null],
    [{ country: 'hk' }, 'USD', null],
    [{ country: 7 }, 'HKD', 'HKG'],
  ])('with the app settings %j and the currency %s is %s', (settings, currency, country) => {
    expect(linkCountry(settings, { currency })).toBe(country);
  });
});

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
