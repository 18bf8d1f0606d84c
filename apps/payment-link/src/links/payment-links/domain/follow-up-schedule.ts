import { plusMs } from '@towpath/kernel';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the first, second … question to the gateway; the last one repeats. */
export const FOLLOW_UP_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS] as const;

/** A payer who left the challenge page has this long to come back. */
export const CHALLENGE_LIFETIME_MS = HOUR_MS;

/**
 * A mandate that was confirmed has this long, since it was last asked for, to leave `AUTHORIZING`. That
 * takes a moment; where a process died, its service tries again every 10 seconds.
 */
export const AUTHORIZATION_LIFETIME_MS = 5 * MINUTE_MS;

/** A request that the gateway has not seen for this long never left us. */
export const NEVER_SENT_AFTER_MS = HOUR_MS;

/**
 * What a mandate or its bank has still to decide is told by events. An event may never arrive, for
 * one because an operator discarded it: then its service is asked, this long after it last answered.
 */
export const UNHEARD_AFTER_MS = 6 * HOUR_MS;

/** When to ask again after `asked` questions were asked. */
export function nextFollowUp(asked: number, now: Date): Date {
  const last = FOLLOW_UP_DELAYS_MS.length - 1;
  const delayMs = FOLLOW_UP_DELAYS_MS[Math.min(asked, last)] ?? HOUR_MS;
  return plusMs(now, delayMs);
}
