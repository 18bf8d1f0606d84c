import { en } from './en.js';
import type { Texts } from './texts.js';

/** Adding a language here without its texts does not compile. */
export const LANGUAGES = ['en'] as const;

export type Language = (typeof LANGUAGES)[number];

const CATALOGUE: Readonly<Record<Language, Texts>> = { en };

export function textsIn(language: Language): Texts {
  return CATALOGUE[language];
}

/** The page language for a link's language tag: the exact one, its base language, else English. */
export function languageFor(tag: string | null | undefined): Language {
  const wanted = (tag ?? '').toLowerCase();
  const candidates = [wanted, wanted.split('-')[0]];
  return LANGUAGES.find((language) => candidates.includes(language.toLowerCase())) ?? 'en';
}
