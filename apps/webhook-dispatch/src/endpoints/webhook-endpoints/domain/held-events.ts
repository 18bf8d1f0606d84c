import { plusMs } from '@towpath/kernel';

const DAY_MS = 86_400_000;
/** Events and their deliveries are deleted at this age, held or not. */
export const KEPT_DAYS = 90;
/** The owner of an endpoint is told at this age of what it holds. */
const TOLD_DAYS = 75;

/** What an endpoint that is disabled has not been sent, and will lose within 15 days. */
export interface HeldEvents {
  /** When the oldest of them was recorded; null when there is none so old. */
  readonly oldest: Date | null;
  /** How many there are: older than 75 days. */
  readonly expiring: number;
  /** Those among them that no earlier telling was about. */
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
 * What to show and whether to tell. Each event is told about once, and the owner at most once a
 * day: events that reach their 75th day in the hours after a telling are in the next one.
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
