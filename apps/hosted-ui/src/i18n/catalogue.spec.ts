import { LANGUAGES, languageFor, textsIn } from './catalogue.js';

describe('catalogue', () => {
  it('falls back to English for a language that has no texts', () => {
    expect(['en', 'EN', 'en-HK', 'xx', '', null].map(languageFor)).toEqual(Array(6).fill('en'));
  });

  it.each(LANGUAGES)('%s has no empty text', (language) => {
    const empty: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (value === '') empty.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
    };
    look(textsIn(language), language);
    expect(empty).toEqual([]);
  });
});
