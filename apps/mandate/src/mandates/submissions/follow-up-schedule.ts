import { plusMs } from '@towpath/kernel';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Ages at which a bank that has the mandate, and thinks, is asked: some need 48 hours. */
const PENDING_AGES_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
  48 * HOUR_MS,
] as const;

/** A request that the bank has not seen for this long never arrived. */
export const NEVER_ARRIVED_AFTER_MS = 48 * HOUR_MS;

/** When to ask a bank again that has not decided. */
export function nextWhilePending(sentAt: Date, now: Date): Date {
  const ageMs = now.getTime() - sentAt.getTime();
  const next = PENDING_AGES_MS.find((each) => each > ageMs);
  return next === undefined ? nextMonth(now) : plusMs(sentAt, next);
}

/**
 * When to check the bank's books without a call-back: the first instant of the next month, UTC. It
 * is the same for all mandates, so that a clock that moves by years has few stops.
 */
export function nextMonth(now: Date): Date {
  const next = plusMs(now, 0);
  next.setUTCDate(1);
  next.setUTCHours(0, 0, 0, 0);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}
