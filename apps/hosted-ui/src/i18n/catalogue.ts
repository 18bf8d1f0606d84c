import { en } from './en.js';
import type { Texts } from './texts.js';

/** Adding a language here without its texts does not compile. */
export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans', 'ko', 'vi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** English comes with the page; the others are fetched when a link asks for them. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  'zh-Hant': async () => (await import('./zh-hant.js')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.js')).zhHans,
  ko: async () => (await import('./ko.js')).ko,
  vi: async () => (await import('./vi.js')).vi,
};

const loaded = new Map<Language, Texts>([['en', en]]);

/** Undefined until `loadTexts` has fetched them. */
export function textsIn(language: 'en'): Texts;
export function textsIn(language: Language): Texts | undefined;
export function textsIn(language: Language): Texts | undefined {
  return loaded.get(language);
}

/** Fetches the texts of a language once; rejects when they cannot be fetched. */
export async function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language);
  if (known || language === 'en') return known ?? en;
  const texts = await LOADERS[language]();
  loaded.set(language, texts);
  return texts;
}

/** Currencies of places where Chinese is written in traditional characters. */
const TRADITIONAL = new Set(['HKD', 'MOP', 'TWD']);

/**
 * The page language for the language of a link: `zh` is traditional where the currency is that of
 * Hong Kong, Macau or Taiwan, else simplified; English for one that the page does not speak.
 */
export function languageFor(
  link: { readonly language: string; readonly currency: string } | null,
): Language {
  const base = (link?.language ?? '').toLowerCase().split('-')[0];
  if (base === 'zh') return TRADITIONAL.has(link?.currency ?? '') ? 'zh-Hant' : 'zh-Hans';
  return LANGUAGES.find((language) => language === base) ?? 'en';
}
