import { plusMs } from '@towpath/kernel';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between tries, in ms; the last one repeats until the window ends. */
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
];

/** Time in ms for which a delivery is retried. */
export const RETRY_WINDOW_MS = 72 * HOUR;

/**
 * Largest random extension of a wait, as a part of it: receivers that failed together are retried
 * apart.
 */
const JITTER = 0.1;

/** The retry state of a delivery. */
export interface RetryPosition {
  readonly step: number;
  /** Since when it is retried; null before its first failure. */
  readonly from: Date | null;
}

interface FailedTry {
  /** Real time at which the failure is recorded. */
  readonly at: Date;
  /** The receiver's requested wait in ms from `at`; absent if it requested none. */
  readonly retryAfterMs?: number | undefined;
  /** When the endpoint was last enabled: a failure from before does not count against it. */
  readonly enabledAt: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** The next try, or `giveUp` when it would lie behind the window. */
type NextTry =
  (RetryPosition & { readonly giveUp: false; readonly dueAt: Date }) | { readonly giveUp: true };

/** A time that the receiver names is kept exactly and does not use up a step of the schedule. */
export function nextTry(position: RetryPosition, failed: FailedTry): NextTry {
  const { at, retryAfterMs, enabledAt, random } = failed;
  const stale = position.from === null || position.from < enabledAt;
  const { step, from } = stale
    ? { step: 0, from: at }
    : { step: position.step, from: position.from };
  const asked = retryAfterMs !== undefined && retryAfterMs > 0;
  const dueAt = plusMs(at, asked ? retryAfterMs : jittered(delayOf(step), { random }));
  const windowEnd = plusMs(from ?? at, RETRY_WINDOW_MS);
  if (dueAt > windowEnd && !stale) return { giveUp: true };
  // The first failure always leads to a retry, however late the receiver wants it, up to the window.
  const kept = dueAt > windowEnd ? windowEnd : dueAt;
  return { giveUp: false, step: asked ? step : step + 1, from, dueAt: kept };
}

function delayOf(step: number): number {
  return RETRY_DELAYS_MS[Math.min(step, RETRY_DELAYS_MS.length - 1)] ?? 0;
}

function jittered(delayMs: number, { random }: Pick<FailedTry, 'random'>): number {
  return Math.round(delayMs * (1 + JITTER * random));
}
