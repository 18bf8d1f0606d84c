export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  readonly threshold?: number;
  /** Time in ms after which one trial call is let through. */
  readonly openMs?: number;
  readonly now?: () => number;
}

const THRESHOLD = 5;
const OPEN_MS = 2_000;

/** Stops calling a target that fails, so that callers are answered at once instead of waiting. */
export class CircuitBreaker {
  readonly #threshold: number;
  readonly #openMs: number;
  readonly #now: () => number;
  #failures = 0;
  #closedAgainAt = 0;
  #trialRunning = false;

  constructor({ threshold, openMs, now }: CircuitBreakerOptions = {}) {
    this.#threshold = threshold ?? THRESHOLD;
    this.#openMs = openMs ?? OPEN_MS;
    this.#now = now ?? (() => performance.now());
  }

  /** Whether a call may be made. An open circuit admits one trial at a time after its pause. */
  admits(): boolean {
    if (this.#failures < this.#threshold) return true;
    if (this.#trialRunning || this.#now() < this.#closedAgainAt) return false;
    this.#trialRunning = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#trialRunning = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#trialRunning = false;
    if (this.#failures >= this.#threshold) this.#closedAgainAt = this.#now() + this.#openMs;
  }
}
