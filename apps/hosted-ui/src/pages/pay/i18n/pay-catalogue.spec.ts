import { LANGUAGES, languageFor, languageOf } from '../../../shared/i18n/languages.js';
import { PAY_TEXTS } from './pay-catalogue.js';

/** Every text of a language with example values in its sentences, by path. */
function spoken(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('Merchant', 'Other'))]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
}

describe('the language of a link', () => {
  it.each([
    ['en', 'HKG', 'en'],
    ['EN', 'USA', 'en'],
    ['en-HK', 'HKG', 'en'],
    ['ko', 'KOR', 'ko'],
    ['vi', 'VNM', 'vi'],
    ['zh', 'HKG', 'zh-Hant'],
    ['zh', 'SGP', 'zh-Hans'],
    ['zh', undefined, 'zh-Hans'],
    ['zh-CN', null, 'zh-Hans'],
    ['xx', 'HKG', 'en'],
    ['', 'USA', 'en'],
  ])('with the language %s and the country %s is %s', (language, country, expected) => {
    expect(languageFor({ language, ...(country !== undefined && { country }) })).toBe(expected);
  });

  it('is English before the link is loaded', () => {
    expect(languageFor(null)).toBe('en');
  });
});

describe('the language of a page without a link', () => {
  it.each([
    [['ko-KR', 'en'], 'ko'],
    [['fr-FR', 'vi'], 'vi'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant-TW'], 'zh-Hant'],
    [['zh-CN', 'zh-TW'], 'zh-Hans'],
    [['en-GB', 'ko'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('for the browser locales %j is %s', (locales, language) => {
    expect(languageOf(locales)).toBe(language);
  });
});

describe('the texts of the payment page', () => {
  it.each(LANGUAGES)('in %s are complete and translated', async (language) => {
    const texts = Object.fromEntries(spoken(await PAY_TEXTS.load(language), ''));
    const english = Object.fromEntries(spoken(PAY_TEXTS.english, ''));
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.values(texts)).not.toContain('');
    if (language === 'en') return;
    const same = Object.keys(texts).filter((path) => texts[path] === english[path]);
    expect(same).toEqual([]);
  });

  it.each(LANGUAGES)('in %s name the merchant wherever English does', async (language) => {
    const texts = Object.fromEntries(spoken(await PAY_TEXTS.load(language), ''));
    const unnamed = spoken(PAY_TEXTS.english, '')
      .filter(([, text]) => text.includes('Merchant'))
      .filter(([path]) => !texts[path]?.includes('Merchant'));
    expect(unnamed.map(([path]) => path)).toEqual([]);
  });

  it('are available at once in English, and in other languages once fetched', async () => {
    expect(PAY_TEXTS.english.actions.retry).toBe('Try again');
    expect(PAY_TEXTS.in('ko')).toBe(await PAY_TEXTS.load('ko'));
  });
});
