import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { MANDATE_TEXTS } from './mandate-catalogue.js';

/** Every text of a language with example values in its sentences, by path. */
function spoken(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const given = path.endsWith('.progress') ? { step: 2, of: 4 } : 'Example';
    return [[path, String(value(given, 'Other'))]];
  }
  return Object.entries(value ?? {}).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
}

describe('the texts of the mandate page', () => {
  it.each(LANGUAGES)('in %s are complete and translated', async (language) => {
    const texts = Object.fromEntries(spoken(await MANDATE_TEXTS.load(language), ''));
    const english = Object.fromEntries(spoken(MANDATE_TEXTS.english, ''));
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.values(texts)).not.toContain('');
    if (language === 'en') return;
    expect(Object.keys(texts).filter((path) => texts[path] === english[path])).toEqual([]);
  });

  it.each(LANGUAGES)(
    'in %s name the same facts in each sentence as in English',
    async (language) => {
      const texts = Object.fromEntries(spoken(await MANDATE_TEXTS.load(language), ''));
      const dropped = spoken(MANDATE_TEXTS.english, '').filter(([path, text]) =>
        ['Example', 'Other'].some((fact) => text.includes(fact) && !texts[path]?.includes(fact)),
      );
      expect(dropped.map(([path]) => path)).toEqual([]);
    },
  );

  it('in ko keep a particle on the line of the bracketed name that it belongs to', async () => {
    const loose = spoken(await MANDATE_TEXTS.load('ko'), '').filter(([, text]) =>
      /Example\)[가-힣]/.test(text),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it.each(LANGUAGES)('in %s name the test bank and the test credentials', async (language) => {
    const { toTry } = await MANDATE_TEXTS.load(language);
    for (const word of ['Test Bank', 'usergood', 'datagood', '123456']) {
      expect(toTry).toContain(word);
    }
  });
});
