/** Adding a language here without its texts does not compile. */
export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans', 'ko', 'vi'] as const;

export type Language = (typeof LANGUAGES)[number];

const TRADITIONAL = /^zh-(hant|hk|tw|mo)\b/i;

/** The first of the browser's languages that the page has, for a page without a link. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const base = locale.toLowerCase().split('-')[0];
    if (base === 'zh') return TRADITIONAL.test(locale) ? 'zh-Hant' : 'zh-Hans';
    const language = LANGUAGES.find((known) => known === base);
    if (language) return language;
  }
  return 'en';
}

/** The data that selects the language of a page. */
interface Addressed {
  readonly language: string;
  /** ISO 3166, three letters. */
  readonly country?: string | null;
}

/**
 * The page language for the language of a link: `zh` is traditional in Hong Kong, otherwise
 * simplified. English for a language that the page does not have.
 */
export function languageFor(link: Addressed | null): Language {
  const base = (link?.language ?? '').toLowerCase().split('-')[0];
  if (base === 'zh') return link?.country === 'HKG' ? 'zh-Hant' : 'zh-Hans';
  return LANGUAGES.find((language) => language === base) ?? 'en';
}
