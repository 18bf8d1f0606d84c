import type { AskedConsent, Consent } from './consent.js';
import type { MandateConsentFacts, MandateWording } from './mandate-consent-facts.js';
import { mandateV1 } from './mandate-v1/wording.js';
import { mandateV2 } from './mandate-v2/wording.js';

/** A published wording never changes, so that its evidence stays readable. */
const WORDINGS = { 'mandate-1': mandateV1, 'mandate-2': mandateV2 } as const satisfies Record<
  string,
  MandateWording
>;

export type MandateConsentVersion = keyof typeof WORDINGS;
export type MandateConsent = Consent<MandateConsentVersion>;

/** The version that is shown from now on. */
export const CURRENT_MANDATE_CONSENT: MandateConsentVersion = 'mandate-2';

/**
 * The consent of one version in one language. Pure: the page shows what this returns and the server
 * hashes what this returns. So amounts and dates are written by the wording itself and never by the
 * `Intl` of a browser; that differs from one release to the next.
 */
export function mandateConsent(
  facts: MandateConsentFacts,
  { version, language }: AskedConsent<MandateConsentVersion>,
): MandateConsent {
  const all = WORDINGS[version](facts, language);
  const statements = all.filter((statement) => statement !== null);
  return { version, language, statements, text: statements.join('\n') };
}
