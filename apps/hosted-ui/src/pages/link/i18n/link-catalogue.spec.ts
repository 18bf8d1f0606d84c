import { LANGUAGES } from '../../../shared/i18n/languages.js';
import { LINK_TEXTS } from './link-catalogue.js';

/** Every text of a language with example values in its sentences, by path. */
function spoken(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('Example', 'Other'))]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
}

describe('the texts of the link page', () => {
  it.each(LANGUAGES)('in %s are complete and translated', async (language) => {
    const texts = Object.fromEntries(spoken(await LINK_TEXTS.load(language), ''));
    const english = Object.fromEntries(spoken(LINK_TEXTS.english, ''));
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.values(texts)).not.toContain('');
    if (language === 'en') return;
    const same = Object.keys(texts).filter((path) => texts[path] === english[path]);
    expect(same).toEqual([]);
  });

  it.each(LANGUAGES)(
    'in %s name the same facts in each sentence as in English',
    async (language) => {
      const texts = Object.fromEntries(spoken(await LINK_TEXTS.load(language), ''));
      const dropped = spoken(LINK_TEXTS.english, '').filter(
        ([path, text]) => text.includes('Example') && !texts[path]?.includes('Example'),
      );
      expect(dropped.map(([path]) => path)).toEqual([]);
    },
  );

  it('in ko keep a particle on the line of the bracketed name that it belongs to', async () => {
    const loose = spoken(await LINK_TEXTS.load('ko'), '').filter(([, text]) =>
      /Example\)[가-힣]/.test(text),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it.each(LANGUAGES)('in %s name the test bank and the test credentials', async (language) => {
    const { toTry } = await LINK_TEXTS.load(language);
    for (const word of ['Test Bank', 'usergood', 'datagood', 'user_otp', '123456']) {
      expect(toTry).toContain(word);
    }
  });
});
