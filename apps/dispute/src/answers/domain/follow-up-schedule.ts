import { plusMs } from '@towpath/kernel';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the first, second … question after an unknown outcome; the last repeats. */
const DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const;

/** When to ask again after `asks` questions that had no answer. */
export function nextFollowUp(asks: number, now: Date): Date {
  return plusMs(now, DELAYS_MS[asks] ?? HOUR_MS);
}
