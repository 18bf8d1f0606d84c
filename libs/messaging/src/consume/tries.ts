import type { BackoffLimits } from '../backoff.js';

/**
 * Tries in its place, while the partition waits: enough for a conflict or an event of another topic
 * that is a moment late.
 */
export const TRIES_IN_PLACE = 2;
/**
 * Number of all tries, including those of the replayer; afterwards the message needs an operator.
 */
export const MAX_TRIES = 5;
/** Between two tries: about 6 s in all. */
export const RETRY: BackoffLimits = { firstMs: 150, factor: 3, longestMs: 5_000 };
/** While the database or the broker is away. */
const WAIT: BackoffLimits = { firstMs: 250, factor: 2, longestMs: 10_000 };

export interface Waits {
  readonly retry: BackoffLimits;
  readonly wait: BackoffLimits;
}

/** @param firstMs of both, in ms; tests begin with a shorter one */
export function waitsFrom(firstMs: number | undefined): Waits {
  const first = firstMs === undefined ? {} : { firstMs };
  return { retry: { ...RETRY, ...first }, wait: { ...WAIT, ...first } };
}
