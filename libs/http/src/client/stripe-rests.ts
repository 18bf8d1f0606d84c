import { plusMs, type Clock } from '@towpath/kernel';
import { CircuitBreaker, type AdmittedCall } from './circuit-breaker.js';

/**
 * For so long the caller of a trial waits, and no other trial is made. The request goes on: a Stripe
 * that needs longer for each answer is asked by everybody again.
 */
export const STRIPE_TRIAL_MS = 5_000;
/** Others wait so long for the result of a trial that has just begun. */
const YOUNG_TRIAL_MS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface Pause {
  readonly until: Date;
  readonly failures: number;
}

/**
 * When Stripe is not asked. An account rests after each refusal, longer every time. While nothing at
 * all is answered, one request at a time tries, and the others end within a second: what waits for
 * Stripe holds up nothing else.
 */
export class StripeRests {
  private readonly pauses = new Map<string, Pause>();
  private readonly breaker = new CircuitBreaker({ trialMs: STRIPE_TRIAL_MS });

  constructor(private readonly clock: Pick<Clock, 'system'>) {}

  /** The reason, for a request that is not to be sent. */
  async admit(account: string): Promise<AdmittedCall | string> {
    const pausedUntil = this.pauses.get(account)?.until;
    if (pausedUntil && pausedUntil > this.clock.system()) return 'the account rests after refusals';
    const call = await this.breaker.admitSoon(YOUNG_TRIAL_MS);
    return call ?? 'several requests in a row had no answer';
  }

  answered(account: string): void {
    this.pauses.delete(account);
  }

  refused(account: string): void {
    const failures = (this.pauses.get(account)?.failures ?? 0) + 1;
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    this.pauses.set(account, { failures, until: plusMs(this.clock.system(), ms) });
  }
}
