import type { Logger, Metrics } from '@towpath/observability';

/** The parts of `process` that end it; replaced in tests. */
export interface EndingProcess {
  on(
    event: 'unhandledRejection' | 'uncaughtException',
    listener: (reason: unknown) => void,
  ): unknown;
  exit(code: number): void;
}

export interface UnexpectedErrors {
  readonly logger: Pick<Logger, 'fatal' | 'flush'>;
  readonly metrics?: Metrics;
  /** Lets running requests finish and closes everything. */
  readonly close: () => Promise<void>;
}

const FAILED = 1;
/** Longest time in ms for `close`; afterwards the process ends anyway. */
const CLOSE_MS = 10_000;

/**
 * Ends the process after an unhandled error, because its unfinished work is in an unknown state.
 * The error is counted and logged once, with the ID of its request if known, and running requests
 * finish. A second unhandled error ends the process at once.
 */
export function endOnUnexpectedErrors(
  host: EndingProcess,
  { logger, metrics, close }: UnexpectedErrors,
): void {
  const counter = metrics?.counter({
    name: 'process_unexpected_errors_total',
    help: 'Errors that nobody handled; each ends the process.',
    labels: ['kind'],
  });
  let ending = false;
  const end = (kind: string) => (error: unknown) => {
    counter?.inc({ kind });
    const facts = { error: error instanceof Error ? error : new Error(String(error)), kind };
    logger.fatal(facts, 'unexpected error, the process ends');
    const exit = () => {
      logger.flush();
      host.exit(FAILED);
    };
    if (ending) return exit();
    ending = true;
    setTimeout(exit, CLOSE_MS).unref();
    close().then(exit, exit);
  };
  host.on('unhandledRejection', end('unhandledRejection'));
  host.on('uncaughtException', end('uncaughtException'));
}
