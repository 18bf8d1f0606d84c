import type { LimitPeriod } from '../states/mandate.states.js';
import type { ConsentLanguage } from './consent.js';

/** The facts of one mandate in the text of a consent. */
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

/** Writes the facts in one version of the text; null for a statement that does not apply. */
export type MandateWording = (
  facts: MandateConsentFacts,
  language: ConsentLanguage,
) => readonly (string | null)[];
