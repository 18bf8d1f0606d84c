import { plusMs } from '@towpath/kernel';

const DAY_MS = 86_400_000;
/** Events and their deliveries are deleted at this age, held or not. */
export const KEPT_DAYS = 90;
/** Age in days of held events at which the owner of the endpoint is notified. */
const TOLD_DAYS = 75;

/** Unsent events of a disabled endpoint that expire within 15 days. */
export interface HeldEvents {
  /** When the oldest of them was recorded; null when there is none so old. */
  readonly oldest: Date | null;
  /** Number of held events older than 75 days. */
  readonly expiring: number;
  /** Number of those that no earlier notice reported. */
  readonly untold: number;
}

export interface ExpiryNews {
  /** When the first held event is deleted; null while none is near its end. */
  readonly heldEventsExpireAt: Date | null;
  readonly expiryToldAt: Date | null;
}

/** Held events recorded before this instant will be deleted within 15 days. */
export function expiringBefore(real: Date): Date {
  return plusMs(real, -TOLD_DAYS * DAY_MS);
}

/**
 * The held events to show, and whether to notify. Each event is reported once, and the owner is
 * notified at most once a day. Events that reach their 75th day after a notice are part of the next
 * one.
 */
export function newsOf(
  held: HeldEvents,
  known: ExpiryNews,
  real: Date,
): ExpiryNews & { readonly tell: boolean } {
  const heldEventsExpireAt = held.oldest && plusMs(held.oldest, KEPT_DAYS * DAY_MS);
  const rested = known.expiryToldAt === null || plusMs(known.expiryToldAt, DAY_MS) <= real;
  const tell = held.untold > 0 && rested;
  return { heldEventsExpireAt, expiryToldAt: tell ? real : known.expiryToldAt, tell };
}
