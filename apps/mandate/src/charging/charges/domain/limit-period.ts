import { assertUnreachable, plusMs, utcDate } from '@towpath/kernel';

export type LimitPeriod = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const MONTHS_PER_QUARTER = 3;

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
