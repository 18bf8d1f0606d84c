export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans', 'ko', 'vi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** One text per language: a missing one does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>;

const TRADITIONAL = /^zh-(hant|hk|tw|mo)\b/iu;

/** The page's language for a language tag such as `zh-HK`; English for one that it does not speak. */
export function languageOf(tag: string | undefined): Language {
  if (tag === undefined) return 'en';
  if (TRADITIONAL.test(tag)) return 'zh-Hant';
  const primary = tag.split('-')[0]?.toLowerCase();
  if (primary === 'zh') return 'zh-Hans';
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
