import { LANGUAGES } from '../../i18n/catalogue.js';
import { loadMandateTexts, mandateTextsIn } from './mandate-catalogue.js';

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
  it.each(LANGUAGES)('of %s are complete and not left in English', async (language) => {
    const texts = Object.fromEntries(spoken(await loadMandateTexts(language), ''));
    const english = Object.fromEntries(spoken(mandateTextsIn('en'), ''));
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    expect(Object.values(texts)).not.toContain('');
    if (language === 'en') return;
    expect(Object.keys(texts).filter((path) => texts[path] === english[path])).toEqual([]);
  });

  it.each(LANGUAGES)('of %s name in each sentence what English names', async (language) => {
    const texts = Object.fromEntries(spoken(await loadMandateTexts(language), ''));
    const dropped = spoken(mandateTextsIn('en'), '').filter(([path, text]) =>
      ['Example', 'Other'].some((fact) => text.includes(fact) && !texts[path]?.includes(fact)),
    );
    expect(dropped.map(([path]) => path)).toEqual([]);
  });

  it('of ko keep a particle on the line of the name in brackets that it belongs to', async () => {
    const loose = spoken(await loadMandateTexts('ko'), '').filter(([, text]) =>
      /Example\)[가-힣]/.test(text),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it.each(LANGUAGES)('of %s tell a test payer how to get through', async (language) => {
    const { testMode } = await loadMandateTexts(language);
    for (const word of ['Test Bank', 'usergood', 'datagood', '123456']) {
      expect(testMode).toContain(word);
    }
  });
});
