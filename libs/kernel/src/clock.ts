import type { CustomerAppId } from './ids.js';

/**
 * Time as one customer app sees it. Live apps see real time; a test app may have moved its clock.
 * All instants are UTC with millisecond precision. Inside a transaction use `tx.now`, which is the
 * same clock read once.
 */
export abstract class Clock {
  /** The app's own time: due dates, expiry, timestamps of its rows. */
  abstract now(customerApp: CustomerAppId): Promise<Date>;
  /** Real time: token lifetimes, leases, rate limits, webhook retries. */
  abstract system(): Date;
}

/** `YYYY-MM-DD` of the instant, in UTC. */
export function utcDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The instant `ms` milliseconds later (earlier when negative). */
export function plusMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
