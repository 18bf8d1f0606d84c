import type { LimitPeriod } from '../states/mandate.states.js';
import type { ConsentLanguage } from './consent-language.js';
import { mandateV1 } from './mandate-v1/wording.js';
import { mandateV2 } from './mandate-v2/wording.js';

/** Everything that the text of a consent says about one mandate. */
export interface MandateConsentFacts {
  /** Name of the merchant, as the page shows it. */
  readonly merchant: string;
  /** Name of the payer's bank; null while none is chosen. */
  readonly institution: string | null;
  readonly description: string | null;
  readonly currency: string;
  readonly limits: MandateConsentLimits | null;
  /** First and last day, UTC, inclusive: `2026-11-21`. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Amounts in minor units of the mandate's currency. */
export interface MandateConsentLimits {
  readonly maxTransactionAmount: number;
  readonly maxPeriodAmount: number | null;
  readonly maxPeriodCount: number | null;
  readonly period: LimitPeriod | null;
}

/** The text that a payer agrees to. */
export interface MandateConsent {
  readonly version: MandateConsentVersion;
  readonly language: ConsentLanguage;
  /** One statement each, in order. */
  readonly statements: readonly string[];
  /** What is hashed as evidence: the statements, joined by line feeds. */
  readonly text: string;
}

/** How one version states the facts; a statement that has nothing to say is null. */
export type MandateWording = (
  facts: MandateConsentFacts,
  language: ConsentLanguage,
) => readonly (string | null)[];

/** A wording that was ever shown stays as it is, so that its evidence can be read for ever. */
const WORDINGS = { 'mandate-1': mandateV1, 'mandate-2': mandateV2 } as const satisfies Record<
  string,
  MandateWording
>;

export type MandateConsentVersion = keyof typeof WORDINGS;

/** The version that is shown from now on. */
export const CURRENT_MANDATE_CONSENT: MandateConsentVersion = 'mandate-2';

/**
 * The consent of one version in one language. Pure: the page shows what this returns and the server
 * hashes what this returns. So amounts and dates are written by the wording itself and never by the
 * `Intl` of a browser; that differs from one release to the next.
 */
export function mandateConsent(
  facts: MandateConsentFacts,
  asked: { readonly version: MandateConsentVersion; readonly language: ConsentLanguage },
): MandateConsent {
  const { version, language } = asked;
  const all = WORDINGS[version](facts, language);
  const statements = all.filter((statement) => statement !== null);
  return { version, language, statements, text: statements.join('\n') };
}
