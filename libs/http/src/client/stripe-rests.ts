import { plusMs, type Clock } from '@towpath/kernel';
import { CircuitBreaker, type CallOutcome } from './circuit-breaker.js';

/**
 * For so long the caller of a trial waits, and no other trial is made. The request goes on: a Stripe
 * that needs longer for each answer is asked by everybody again.
 */
export const STRIPE_TRIAL_MS = 5_000;
/** Others wait so long for the result of a trial that has just begun. */
const YOUNG_TRIAL_MS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** `ERROR`: answered with 5xx. `SILENCE`: not answered. `UNTOLD`: neither is known. */
export type StripeOutcome = 'ANSWERED' | 'ERROR' | 'SILENCE' | 'UNTOLD';

const OF_THE_WAY: Readonly<Record<StripeOutcome, CallOutcome>> = {
  ANSWERED: 'SUCCEEDED',
  ERROR: 'SUCCEEDED',
  SILENCE: 'FAILED',
  UNTOLD: 'UNTOLD',
};
const OF_THE_ACCOUNT: Readonly<Record<StripeOutcome, CallOutcome>> = {
  ANSWERED: 'SUCCEEDED',
  ERROR: 'FAILED',
  SILENCE: 'UNTOLD',
  UNTOLD: 'UNTOLD',
};

/** A request that may be sent. Only its first outcome counts. */
export interface StripeAdmitted {
  readonly isTrial: boolean;
  settle(outcome: StripeOutcome): void;
}

interface Pause {
  readonly until: Date;
  readonly failures: number;
}

/**
 * When Stripe is not asked. An account rests after each refusal, longer every time. After five requests
 * in a row without an answer, one at a time tries. The same is true of an account with five errors in
 * a row. The others end within a second: what waits for Stripe holds up nothing else.
 */
export class StripeRests {
  private readonly pauses = new Map<string, Pause>();
  /** Of all accounts: nothing is answered. */
  private readonly way = new CircuitBreaker({ trialMs: STRIPE_TRIAL_MS });
  /** Of one account: it is answered with errors. */
  private readonly accounts = new Map<string, CircuitBreaker>();

  constructor(private readonly clock: Pick<Clock, 'system'>) {}

  /** The reason, for a request that is not to be sent. */
  async admit(account: string): Promise<StripeAdmitted | string> {
    const pausedUntil = this.pauses.get(account)?.until;
    if (pausedUntil && pausedUntil > this.clock.system()) return 'the account rests after refusals';
    const sent = await this.way.admitSoon(YOUNG_TRIAL_MS);
    if (!sent) return 'several requests in a row had no answer';
    const own = await this.breakerOf(account).admitSoon(YOUNG_TRIAL_MS);
    if (!own) {
      sent.settle('UNTOLD');
      return 'several requests in a row of the account had errors';
    }
    return {
      isTrial: sent.isTrial || own.isTrial,
      settle: (outcome) => {
        sent.settle(OF_THE_WAY[outcome]);
        own.settle(OF_THE_ACCOUNT[outcome]);
      },
    };
  }

  private breakerOf(account: string): CircuitBreaker {
    const known = this.accounts.get(account);
    if (known) return known;
    const made = new CircuitBreaker({ trialMs: STRIPE_TRIAL_MS });
    this.accounts.set(account, made);
    return made;
  }

  answered(account: string): void {
    this.pauses.delete(account);
  }

  /** Requests that were sent before the pause began do not make it longer. */
  refused(account: string): void {
    const now = this.clock.system();
    const pause = this.pauses.get(account);
    if (pause && pause.until > now) return;
    const failures = (pause?.failures ?? 0) + 1;
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    this.pauses.set(account, { failures, until: plusMs(now, ms) });
  }
}
