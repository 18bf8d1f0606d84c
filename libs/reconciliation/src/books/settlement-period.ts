import { plusMs } from '@towpath/kernel';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Gateways settle into hours; one is closed a while after its end. */
const PERIOD_MS = HOUR_MS;
const CLOSES_AFTER_MS = 15 * MINUTE_MS;
/** Read again each time: a gateway may enter a line late, under an earlier instant. */
const OVERLAP_MS = 2 * HOUR_MS;
/** Longest period of one reading, after a long pause. */
const MAX_AT_ONCE_MS = 7 * DAY_MS;
/** After this time a gateway has settled our entry. */
const GRACE_MS = DAY_MS;
/** Start of the first reading, before the present instant. */
const FIRST_READING_MS = 30 * DAY_MS;
/** After a gateway that did not answer, or a process that died. */
export const RECONCILE_AGAIN_MS = 10 * MINUTE_MS;
/**
 * Ages of a difference at which we ask the gateway or bank before the next hour closes. Afterwards
 * we ask each hour, until it has contradicted its own list for too long.
 */
const ASKED_AT_AGES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS] as const;
const ASKED_FOR_MS = 2 * DAY_MS;

/** Half-open: the end is not in it. */
export interface SettlementPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** The periods of one run, by the app's clock. */
export interface ReconciliationPeriods {
  /** Start of the next run. */
  readonly settledUntil: Date;
  /** Period of the gateway's list; null if no further period is closed. */
  readonly theirs: SettlementPeriod | null;
  /**
   * Period of our executed payments and refunds that the gateway must have settled; null if there
   * is none.
   */
  readonly ours: SettlementPeriod | null;
  readonly settledBy: Date;
  /** Whether closed periods are left for another run. */
  readonly more: boolean;
}

/** The end of the last closed period. */
function closedUntil(now: Date): Date {
  const since = now.getTime() - CLOSES_AFTER_MS;
  return plusMs(now, -CLOSES_AFTER_MS - (since % PERIOD_MS));
}

/** When the next period is closed, later than `now`. */
export function nextSettlementCloseAfter(now: Date): Date {
  return plusMs(closedUntil(now), PERIOD_MS + CLOSES_AFTER_MS);
}

/** When to ask about a difference again, before the next period is closed or then. */
export function nextDifferenceQuestion(foundAt: Date, now: Date): Date {
  const ageMs = now.getTime() - foundAt.getTime();
  const nextAgeMs = ASKED_AT_AGES_MS.find((each) => each > ageMs);
  const close = nextSettlementCloseAfter(now);
  if (nextAgeMs === undefined) return close;
  const next = plusMs(foundAt, nextAgeMs);
  return next < close ? next : close;
}

/**
 * True if the questions about a difference had ended before everything up to `settledUntil` was
 * read. If two days of questions brought no answer, more questions do not help.
 */
export function isAskedNoMore(foundAt: Date, settledUntil: Date): boolean {
  return plusMs(foundAt, ASKED_FOR_MS) <= settledUntil;
}

/** Start of the first reading. */
export function firstSettledUntil(now: Date): Date {
  return plusMs(closedUntil(now), -FIRST_READING_MS);
}

/** Everything executed from `startedAt` on falls into the `ours` of exactly one run at least. */
export function reconciliationPeriods(
  row: { readonly startedAt: Date; readonly settledUntil: Date },
  now: Date,
): ReconciliationPeriods {
  const { startedAt, settledUntil } = row;
  const closed = closedUntil(now);
  const furthest = plusMs(settledUntil, MAX_AT_ONCE_MS);
  const more = furthest < closed;
  const to = more ? furthest : closed;
  if (to <= settledUntil) {
    const settledBy = plusMs(settledUntil, -GRACE_MS);
    return { settledUntil, theirs: null, ours: null, settledBy, more: false };
  }
  const settledBy = plusMs(to, -GRACE_MS);
  const heldFrom = plusMs(settledUntil, -GRACE_MS - OVERLAP_MS);
  const from = heldFrom < startedAt ? startedAt : heldFrom;
  return {
    settledUntil: to,
    theirs: { from: plusMs(settledUntil, -OVERLAP_MS), to },
    ours: from < settledBy ? { from, to: settledBy } : null,
    settledBy,
    more,
  };
}
