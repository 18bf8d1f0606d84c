export type HealthCheck = () => Promise<void> | void;

export interface HealthReport {
  readonly status: 'ok' | 'failing';
  /** Outcome by check: `ok`, `failing` or `draining`; reasons go to the log, not to the caller. */
  readonly checks: Readonly<Record<string, string>>;
}

export interface HealthOptions {
  /** A check that takes longer counts as failing. */
  readonly timeoutMs?: number;
  /** Called once when a check starts to fail, until it passes again. */
  readonly onFailure?: (name: string, reason: string) => void;
  /** A check that had failed passes again. */
  readonly onRecovery?: (name: string) => void;
}

const DEFAULT_TIMEOUT_MS = 2000;

/**
 * Conditions under which this process may take work. A check throws or rejects if its condition is
 * not met.
 */
export class HealthRegistry {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #timeoutMs: number;
  readonly #failing = new Set<string>();
  readonly #onFailure: (name: string, reason: string) => void;
  readonly #onRecovery: (name: string) => void;
  #draining = false;

  constructor({
    timeoutMs = DEFAULT_TIMEOUT_MS,
    onFailure = () => undefined,
    onRecovery = () => undefined,
  }: HealthOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#onFailure = onFailure;
    this.#onRecovery = onRecovery;
  }

  register(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) throw new Error(`health check ${name} is registered twice`);
    this.#checks.set(name, check);
  }

  /** From now on `ready()` fails, so that no new work is routed here. */
  beginDrain(): void {
    this.#draining = true;
  }

  /** The process runs. A broken database is no reason to restart it, so no check is asked. */
  live(): HealthReport {
    return { status: 'ok', checks: {} };
  }

  /** All checks, side by side. */
  async ready(): Promise<HealthReport> {
    if (this.#draining) return { status: 'failing', checks: { process: 'draining' } };
    const outcomes = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await this.#run(name, check)] as const),
    );
    const failing = outcomes.some(([, outcome]) => outcome !== 'ok');
    return { status: failing ? 'failing' : 'ok', checks: Object.fromEntries(outcomes) };
  }

  async #run(name: string, check: HealthCheck): Promise<string> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('timed out')), this.#timeoutMs);
    try {
      await Promise.race([Promise.resolve().then(check), late.promise]);
      if (this.#failing.delete(name)) this.#onRecovery(name);
      return 'ok';
    } catch (error) {
      this.#fail(name, error);
      return 'failing';
    } finally {
      clearTimeout(timer);
    }
  }

  #fail(name: string, error: unknown): void {
    if (this.#failing.has(name)) return;
    this.#failing.add(name);
    this.#onFailure(name, error instanceof Error ? error.message : String(error));
  }
}
