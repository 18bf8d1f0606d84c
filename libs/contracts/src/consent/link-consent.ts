import type { ConsentLanguage } from './consent-language.js';
import type { LinkConsentFacts, LinkWording } from './link-consent-facts.js';
import { linkV1 } from './link-v1/wording.js';

/** The text that a user agrees to. */
export interface LinkConsent {
  readonly version: LinkConsentVersion;
  readonly language: ConsentLanguage;
  /** One statement each, in order. */
  readonly statements: readonly string[];
  /** The text that is hashed as evidence: the statements, joined by line feeds. */
  readonly text: string;
}

/** A published wording never changes, so that its evidence stays readable. */
const WORDINGS = { 'link-1': linkV1 } as const satisfies Record<string, LinkWording>;

export type LinkConsentVersion = keyof typeof WORDINGS;

/** The version that is shown from now on. */
export const CURRENT_LINK_CONSENT: LinkConsentVersion = 'link-1';

/** The consent of one version in one language. */
export function linkConsent(
  facts: LinkConsentFacts,
  asked: { readonly version: LinkConsentVersion; readonly language: ConsentLanguage },
): LinkConsent {
  const { version, language } = asked;
  const statements = WORDINGS[version](facts, language);
  return { version, language, statements, text: statements.join('\n') };
}
