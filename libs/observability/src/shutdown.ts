import { awaitedLater } from '@towpath/kernel';
import type { Logger } from './logger.js';

/** Longest time one step may take before the next one starts. */
const STEP_TIMEOUT_MS = 10_000;

/** The steps of a process before its end: the last registered one runs first, each exactly once. */
export class ShutdownHooks {
  readonly #steps: { readonly name: string; readonly run: () => Promise<void> | void }[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly stepTimeoutMs = STEP_TIMEOUT_MS,
  ) {}

  register(name: string, run: () => Promise<void> | void): void {
    this.#steps.push({ name, run });
  }

  /** Runs all steps; a failing or hanging one is reported and does not stop the others. */
  run(): Promise<void> {
    this.#running ??= awaitedLater(this.#runAll());
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('timed out')), this.stepTimeoutMs);
      try {
        await Promise.race([Promise.resolve().then(step.run), late.promise]);
      } catch (error) {
        this.logger.warn({ step: step.name, error }, 'shutdown step failed');
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
