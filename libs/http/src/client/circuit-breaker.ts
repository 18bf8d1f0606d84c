import { setTimeout as pause } from 'node:timers/promises';

export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  readonly threshold?: number;
  /** Time in ms after which one trial call is let through. */
  readonly openMs?: number;
  /** Time in ms after which a trial without a result no longer keeps another one waiting. */
  readonly trialMs?: number;
  readonly now?: () => number;
}

/**
 * `UNTOLD`: the result says nothing about the target, because the caller left or set a short time.
 */
export type CallOutcome = 'SUCCEEDED' | 'FAILED' | 'UNTOLD';

/** A call that may be made. Only its first outcome counts. */
export interface AdmittedCall {
  /** Whether the circuit is open and this call tries whether the target is well again. */
  readonly isTrial: boolean;
  settle(outcome: CallOutcome): void;
}

interface Trial {
  readonly beganAt: number;
  /** Resolves with its result. */
  readonly over: PromiseWithResolvers<void>;
}

const THRESHOLD = 5;
const OPEN_MS = 2_000;
const TRIAL_MS = 2_000;

/** Stops calling a target that fails, so that callers are answered at once instead of waiting. */
export class CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #trialMs: number;
  readonly #now: () => number;
  #failures = 0;
  #closedAgainAt = 0;
  #trial: Trial | undefined;

  constructor({ threshold, openMs, trialMs, now }: CircuitBreakerOptions = {}) {
    this.#threshold = threshold ?? THRESHOLD;
    this.#openMs = openMs ?? OPEN_MS;
    this.#trialMs = trialMs ?? TRIAL_MS;
    this.#now = now ?? (() => performance.now());
  }

  /** Undefined while the circuit is open. One trial at a time is admitted after its pause. */
  admit(): AdmittedCall | undefined {
    if (this.#failures < this.#threshold) return this.#call(undefined);
    const now = this.#now();
    if (now < this.#closedAgainAt || (this.#trial && now < this.#trial.beganAt + this.#trialMs))
      return undefined;
    this.#trial = { beganAt: now, over: Promise.withResolvers() };
    return this.#call(this.#trial);
  }

  /**
   * Like `admit`, but while a trial is younger than `youngMs`, its result is awaited: once the target
   * is well again, the callers beside the trial are not refused.
   */
  async admitSoon(youngMs: number): Promise<AdmittedCall | undefined> {
    const call = this.admit();
    if (call || !this.#trial) return call;
    const waitMs = this.#trial.beganAt + youngMs - this.#now();
    if (waitMs <= 0) return undefined;
    await Promise.race([this.#trial.over.promise, pause(waitMs, undefined, { ref: false })]);
    return this.admit();
  }

  /** Opens the circuit at once: the target is known to be away. */
  open(): void {
    this.#failures = Math.max(this.#failures, this.#threshold);
    this.#closedAgainAt = this.#now() + this.#openMs;
  }

  #call(trial: Trial | undefined): AdmittedCall {
    let settled = false;
    return {
      isTrial: trial !== undefined,
      settle: (outcome) => {
        if (settled) return;
        settled = true;
        if (trial && this.#trial === trial) this.#trial = undefined;
        if (outcome === 'SUCCEEDED') this.#failures = 0;
        if (outcome === 'FAILED') this.#failed();
        trial?.over.resolve();
      },
    };
  }

  #failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.#threshold) this.open();
  }
}
