import { silentLogger, type Logger } from './logger.js';

type HealthCheck = () => Promise<void> | void;

export interface HealthReport {
  readonly status: 'ok' | 'failing';
  /** Outcome by check: `ok`, `failing` or `draining`; reasons go to the log, not to the caller. */
  readonly checks: Readonly<Record<string, string>>;
}

/** A check that takes longer counts as failing. */
const TIMEOUT_MS = 2_000;

/**
 * Conditions under which this process may take work. A check throws or rejects if its condition is
 * not met.
 */
export class HealthRegistry {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #failing = new Set<string>();
  #draining = false;

  /** Probes ask every few seconds: the log has the moments at which an answer changes. */
  constructor(
    private readonly logger: Pick<Logger, 'warn' | 'info'> = silentLogger(),
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

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
    const timer = setTimeout(() => late.reject(new Error('timed out')), this.timeoutMs);
    try {
      await Promise.race([Promise.resolve().then(check), late.promise]);
      if (this.#failing.delete(name))
        this.logger.info({ check: name }, 'health check passes again');
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
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn({ check: name, reason }, 'health check fails');
  }
}
