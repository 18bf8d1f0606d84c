import { plusMs } from '../clock.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the first, second … question about an unknown outcome; the last one repeats. */
const FOLLOW_UP_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS] as const;

/** After the time-out of a call, so that the process that made it records its end first. */
const CALL_ENDED_MS = 5 * SECOND_MS;

/** If the other side has not seen a request for so long, it was never sent. */
export const NEVER_SENT_AFTER_MS = HOUR_MS;

/**
 * The wait for an event that reports an outcome, before its service is asked. An event may never
 * arrive, for one because an operator discarded it.
 */
export const UNHEARD_AFTER_MS = 6 * HOUR_MS;

/** The schedule of questions about an outcome that may be unknown, as a row stores it. */
export interface FollowUps {
  /** When to ask the other side next, on the app's clock; null if no question is necessary. */
  readonly followUpAt: Date | null;
  readonly followUpsAsked: number;
}

/** When to ask a gateway, bank or service again, after `asked` questions. */
export function nextFollowUp(asked: number, now: Date): Date {
  const last = FOLLOW_UP_DELAYS_MS.length - 1;
  return plusMs(now, FOLLOW_UP_DELAYS_MS[Math.min(asked, last)] ?? HOUR_MS);
}

/** The schedule starts again: the next question is due at `followUpAt`. */
export function followUpsFrom(followUpAt: Date): FollowUps {
  return { followUpAt, followUpsAsked: 0 };
}

/**
 * The caller asks as soon as this is committed: the schedule starts again behind that question, so
 * that no job asks it too. Should the process end before, the schedule asks.
 */
export function askingNow(now: Date, callMs = 0): FollowUps {
  const [firstMs] = FOLLOW_UP_DELAYS_MS;
  return followUpsFrom(plusMs(now, Math.max(firstMs, callMs + CALL_ENDED_MS)));
}

/**
 * Takes the question that is due: saved before the other side is asked, so that no second worker
 * asks it too. Null when none is due.
 */
export function claimFollowUp(
  { followUpAt, followUpsAsked }: FollowUps,
  now: Date,
): FollowUps | null {
  if (followUpAt === null || followUpAt > now) return null;
  const asked = followUpsAsked + 1;
  return { followUpAt: nextFollowUp(asked, now), followUpsAsked: asked };
}
