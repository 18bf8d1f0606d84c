import type { LimitPeriod } from '../states/mandate.states.js';
import type { ConsentLanguage } from './consent-language.js';

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

/** How one version states the facts; a statement that has nothing to say is null. */
export type MandateWording = (
  facts: MandateConsentFacts,
  language: ConsentLanguage,
) => readonly (string | null)[];
