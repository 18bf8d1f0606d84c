import type { Language } from '../../i18n/catalogue.js';
import { en } from './en.js';
import type { MandateTexts } from './mandate-texts.js';

/** English comes with the page; the others are fetched when a mandate asks for them. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<MandateTexts>>> = {
  'zh-Hant': async () => (await import('./zh-hant.js')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.js')).zhHans,
  ko: async () => (await import('./ko.js')).ko,
  vi: async () => (await import('./vi.js')).vi,
};

const loaded = new Map<Language, MandateTexts>([['en', en]]);

/** Undefined until `loadMandateTexts` has fetched them. */
export function mandateTextsIn(language: 'en'): MandateTexts;
export function mandateTextsIn(language: Language): MandateTexts | undefined;
export function mandateTextsIn(language: Language): MandateTexts | undefined {
  return loaded.get(language);
}

/** Fetches the texts of a language once; rejects when they cannot be fetched. */
export async function loadMandateTexts(language: Language): Promise<MandateTexts> {
  const known = loaded.get(language);
  if (known || language === 'en') return known ?? en;
  const texts = await LOADERS[language]();
  loaded.set(language, texts);
  return texts;
}
