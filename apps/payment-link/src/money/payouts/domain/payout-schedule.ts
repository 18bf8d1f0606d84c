import { plusMs } from '@towpath/kernel';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the first, second … question to the bank; the last one repeats. */
const FOLLOW_UP_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS] as const;

/** What can no longer be sent again, and the bank has not seen for this long, never left us. */
export const NEVER_SENT_AFTER_MS = HOUR_MS;

/** When to ask again after `asked` questions were asked. */
export function nextQuestion(asked: number, now: Date): Date {
  const last = FOLLOW_UP_DELAYS_MS.length - 1;
  return plusMs(now, FOLLOW_UP_DELAYS_MS[Math.min(asked, last)] ?? HOUR_MS);
}
