/** The languages in which a consent may be given. */
export const CONSENT_LANGUAGES = ['en', 'zh-Hant', 'zh-Hans', 'ko', 'vi'] as const;

export type ConsentLanguage = (typeof CONSENT_LANGUAGES)[number];

/** The text that a person agrees to. */
export interface Consent<Version extends string> {
  readonly version: Version;
  readonly language: ConsentLanguage;
  /** One statement each, in order. */
  readonly statements: readonly string[];
  /** The text that is hashed as evidence: the statements, joined by line feeds. */
  readonly text: string;
}

export type AskedConsent<Version extends string> = Pick<Consent<Version>, 'version' | 'language'>;

export interface LanguageWish {
  /** The link's short code (`en`, `zh`, `ko`, `vi`) or a BCP 47 tag. */
  readonly language: string | undefined;
  /** ISO 3166 alpha-3 code of the link's country, if it has one. */
  readonly country?: string | undefined;
  readonly currency?: string | undefined;
}

/**
 * The language of a page and of its consent. `zh` is traditional for Hong Kong (without a country:
 * for its currency), otherwise simplified. English for a language that the pages do not have.
 */
export function consentLanguage({ language, country, currency }: LanguageWish): ConsentLanguage {
  const tag = (language ?? '').toLowerCase();
  const base = tag.split('-')[0];
  if (base !== 'zh') return CONSENT_LANGUAGES.find((known) => known === base) ?? 'en';
  if (tag.startsWith('zh-hant')) return 'zh-Hant';
  if (tag.startsWith('zh-hans')) return 'zh-Hans';
  const inHongKong = country ? country === 'HKG' : currency === 'HKD';
  return inHongKong ? 'zh-Hant' : 'zh-Hans';
}
