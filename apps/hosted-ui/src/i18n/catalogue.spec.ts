import { LANGUAGES, languageFor, loadTexts, textsIn } from './catalogue.js';

const link = (language: string, currency = 'USD') => ({ language, currency });

/** Every text of a language with example values in its sentences, by path. */
function spoken(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('Merchant', 'Other'))]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
}

describe('the language of a link', () => {
  it.each([
    ['en', 'HKD', 'en'],
    ['EN', 'USD', 'en'],
    ['en-HK', 'HKD', 'en'],
    ['ko', 'KRW', 'ko'],
    ['vi', 'VND', 'vi'],
    ['zh', 'HKD', 'zh-Hant'],
    ['zh', 'TWD', 'zh-Hant'],
    ['zh', 'SGD', 'zh-Hans'],
    ['zh-CN', 'CNY', 'zh-Hans'],
    ['xx', 'USD', 'en'],
    ['', 'USD', 'en'],
  ])('%s in %s is %s', (language, currency, expected) => {
    expect(languageFor(link(language, currency))).toBe(expected);
  });

  it('is English before the link is known', () => {
    expect(languageFor(null)).toBe('en');
  });
});

describe('the texts', () => {
  it.each(LANGUAGES)('of %s are complete and not left in English', async (language) => {
    const texts = Object.fromEntries(spoken(await loadTexts(language), ''));
    const english = Object.fromEntries(spoken(textsIn('en'), ''));
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.values(texts)).not.toContain('');
    if (language === 'en') return;
    const same = Object.keys(texts).filter((path) => texts[path] === english[path]);
    expect(same).toEqual(['.documentTitle']);
  });

  it.each(LANGUAGES)('of %s name the merchant wherever English does', async (language) => {
    const texts = Object.fromEntries(spoken(await loadTexts(language), ''));
    const unnamed = spoken(textsIn('en'), '')
      .filter(([, text]) => text.includes('Merchant'))
      .filter(([path]) => !texts[path]?.includes('Merchant'));
    expect(unnamed.map(([path]) => path)).toEqual([]);
  });

  it('are there at once in English, and in others once fetched', async () => {
    expect(textsIn('en').actions.retry).toBe('Try again');
    expect(textsIn('ko')).toBe(await loadTexts('ko'));
  });
});
