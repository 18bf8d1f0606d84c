import { languageOf } from './languages.js';

describe('languageOf', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['ko', 'ko'],
    ['VI-vn', 'vi'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('the tag %s chooses the language %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});
