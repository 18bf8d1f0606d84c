import { assertUnreachable, plusMs, utcDate, type ErrorCode } from '@towpath/kernel';
import type { LimitPeriod, MandateSnapshot } from '../../mandates/mandates/mandate.table.js';

export interface AskedCharge {
  /** Minor units, above 0. */
  readonly amount: number;
  readonly currency: string;
}

export interface ChargeObjection {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** A period limit comes with its period. */
type PeriodLimits = Pick<MandateSnapshot, 'maxPeriodAmount' | 'maxPeriodCount' | 'period'>;

/** The terms of a mandate for its charges. */
type ChargeTerms = Pick<
  MandateSnapshot,
  'status' | 'currency' | 'startDate' | 'endDate' | 'maxTransactionAmount'
>;

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const MONTHS_PER_QUARTER = 3;

/**
 * The objection to a charge at an instant, without regard to earlier charges; null if there is
 * none. A mandate can be charged from its first to its last day, both inclusive, UTC.
 */
export function objectionTo(
  mandate: ChargeTerms,
  { amount, currency }: AskedCharge,
  at: Date,
): ChargeObjection | null {
  const { status, startDate, endDate, maxTransactionAmount: most } = mandate;
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
  if (most !== null && amount > most) {
    return exceeded(`max_transaction_amount of the mandate is ${most}.`);
  }
  return null;
}

/** The period has no room left for the charge. */
export function periodExceeded(mandate: PeriodLimits): ChargeObjection {
  const { maxPeriodAmount, maxPeriodCount, period } = mandate;
  const parts = [
    ...(maxPeriodAmount === null ? [] : [`max_period_amount ${maxPeriodAmount}`]),
    ...(maxPeriodCount === null ? [] : [`max_period_count ${maxPeriodCount}`]),
  ];
  return exceeded(`The charge exceeds what the mandate allows ${period}: ${parts.join(', ')}.`);
}

function exceeded(explanation: string): ChargeObjection {
  return { code: 'TRANSACTION_LIMIT_EXCEEDED', explanation };
}

/**
 * First day, `YYYY-MM-DD`, of the calendar period that an instant is in, UTC. Weeks begin on
 * Monday, as in ISO 8601; quarters in January, April, July and October.
 */
export function periodStart(period: LimitPeriod, at: Date): string {
  const year = utcDate(at).slice(0, 'YYYY'.length);
  switch (period) {
    case 'DAILY':
      return utcDate(at);
    case 'WEEKLY':
      return utcDate(plusMs(at, -daysSinceMonday(at) * DAY_MS));
    case 'MONTHLY':
      return firstOf(year, at.getUTCMonth());
    case 'QUARTERLY':
      return firstOf(year, at.getUTCMonth() - (at.getUTCMonth() % MONTHS_PER_QUARTER));
    case 'YEARLY':
      return firstOf(year, 0);
    default:
      return assertUnreachable(period);
  }
}

function daysSinceMonday(at: Date): number {
  return (at.getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
}

/** @param month 0 is January */
function firstOf(year: string, month: number): string {
  return `${year}-${String(month + 1).padStart(2, '0')}-01`;
}
