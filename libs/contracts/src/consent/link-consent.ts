import type { AskedConsent, Consent } from './consent.js';
import type { LinkConsentFacts, LinkWording } from './link-consent-facts.js';
import { linkV1 } from './link-v1/wording.js';

/** A published wording never changes, so that its evidence stays readable. */
const WORDINGS = { 'link-1': linkV1 } as const satisfies Record<string, LinkWording>;

export type LinkConsentVersion = keyof typeof WORDINGS;
export type LinkConsent = Consent<LinkConsentVersion>;

/** The version that is shown from now on. */
export const CURRENT_LINK_CONSENT: LinkConsentVersion = 'link-1';

/** The consent of one version in one language. */
export function linkConsent(
  facts: LinkConsentFacts,
  { version, language }: AskedConsent<LinkConsentVersion>,
): LinkConsent {
  const statements = WORDINGS[version](facts, language);
  return { version, language, statements, text: statements.join('\n') };
}
