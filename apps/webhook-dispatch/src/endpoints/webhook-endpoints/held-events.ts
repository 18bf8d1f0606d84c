import { plusMs } from '@towpath/kernel';

const DAY_MS = 86_400_000;
/** Events and their deliveries are deleted at this age, held or not. */
export const KEPT_DAYS = 90;
/** Age in days of held events at which the owner of the endpoint is notified. */
const NOTICE_DAYS = 75;

/** Unsent events of a disabled endpoint that expire within 15 days. */
export interface HeldEvents {
  /** When the oldest of them was recorded; null when there is none so old. */
  readonly oldest: Date | null;
  /** Number of held events older than 75 days. */
  readonly expiring: number;
  /** Number of those that no earlier notice reported. */
  readonly unreported: number;
}

export interface ExpiryNotice {
  /** When the first held event is deleted; null while none is near its end. */
  readonly heldEventsExpireAt: Date | null;
  readonly expiryNoticeAt: Date | null;
}

/** Held events recorded before this instant will be deleted within 15 days. */
export function expiringBefore(real: Date): Date {
  return plusMs(real, -NOTICE_DAYS * DAY_MS);
}

/**
 * The held events to show, and whether to notify. Each event is reported once, and the owner is
 * notified at most once a day. Events that reach their 75th day after a notice are part of the next
 * one.
 */
export function noticeOf(
  held: HeldEvents,
  known: ExpiryNotice,
  real: Date,
): ExpiryNotice & { readonly notify: boolean } {
  const heldEventsExpireAt = held.oldest && plusMs(held.oldest, KEPT_DAYS * DAY_MS);
  const rested = known.expiryNoticeAt === null || plusMs(known.expiryNoticeAt, DAY_MS) <= real;
  const notify = held.unreported > 0 && rested;
  return { heldEventsExpireAt, expiryNoticeAt: notify ? real : known.expiryNoticeAt, notify };
}
