import { utcDate } from '@towpath/kernel';
import type { Objection } from './bank-word.js';
import type { LimitPeriod } from './limit-period.js';

export interface AskedCharge {
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

/** The terms of a mandate for its charges. */
interface ChargeTerms {
  readonly status: string;
  readonly currency: string;
  /** `YYYY-MM-DD`, UTC: first and last day of payments. */
  readonly startDate: string;
  readonly endDate: string | null;
  readonly limits: ChargeLimits | null;
}

/** Minor units; a period limit comes with its period. */
export interface ChargeLimits {
  readonly maxTransactionAmount: number;
  readonly maxPeriodAmount: number | null;
  readonly maxPeriodCount: number | null;
  readonly period: LimitPeriod | null;
}

/**
 * The objection to a charge at an instant, without regard to earlier charges; null if there is
 * none. A mandate can be charged from its first to its last day, both inclusive, UTC.
 */
export function objectionTo(
  mandate: ChargeTerms,
  { amount, currency }: AskedCharge,
  at: Date,
): Objection | null {
  const { status, startDate, endDate, limits } = mandate;
  if (status !== 'SUCCEEDED') {
    const explanation = `Only a mandate in status SUCCEEDED can be charged; this one is ${status}.`;
    return { code: 'INVALID_MANDATE_STATUS', explanation };
  }
  if (currency !== mandate.currency) {
    return { code: 'CURRENCY_MISMATCH', explanation: `The mandate is in ${mandate.currency}.` };
  }
  const today = utcDate(at);
  if (today < startDate || (endDate !== null && today > endDate)) {
    const days = endDate === null ? `from ${startDate} on` : `from ${startDate} to ${endDate}`;
    const explanation = `The mandate is charged ${days} (UTC); today is ${today}.`;
    return { code: 'MANDATE_NOT_IN_VALIDITY_PERIOD', explanation };
  }
  if (limits && amount > limits.maxTransactionAmount) {
    return exceeded(`max_transaction_amount of the mandate is ${limits.maxTransactionAmount}.`);
  }
  return null;
}

/** The period has no room left for the charge. */
export function periodExceeded({ limits }: Pick<ChargeTerms, 'limits'>): Objection {
  const { maxPeriodAmount = null, maxPeriodCount = null, period = null } = limits ?? {};
  const parts = [
    ...(maxPeriodAmount === null ? [] : [`max_period_amount ${maxPeriodAmount}`]),
    ...(maxPeriodCount === null ? [] : [`max_period_count ${maxPeriodCount}`]),
  ];
  return exceeded(`The charge exceeds what the mandate allows ${period}: ${parts.join(', ')}.`);
}

function exceeded(explanation: string): Objection {
  return { code: 'TRANSACTION_LIMIT_EXCEEDED', explanation };
}
