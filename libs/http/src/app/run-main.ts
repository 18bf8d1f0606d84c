import type { INestApplication } from '@nestjs/common';
import { Metrics } from '@towpath/observability';

import { servingOf } from './serving.js';
import { startupSentence } from './startup-error.js';
import { endOnUnexpectedErrors, type EndingProcess } from './unexpected-errors.js';

/** The parts of `process` that a main program uses; replaced in tests. */
export interface MainProcess extends EndingProcess {
  once(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  readonly stderr: { write(text: string): unknown };
}

const FAILED = 1;
const INTERRUPTED = 130;

/**
 * Runs the main program of a service and owns its end: a start-up problem is printed as a sentence
 * and ends the process with 1; SIGTERM and SIGINT close the app gracefully, a second one at once; an
 * error that nobody handled closes it too. During the start, when no request is held yet, signals
 * end the process with 0.
 */
export async function runMain(
  main: () => Promise<INestApplication | void>,
  host: MainProcess = process,
): Promise<void> {
  let started = false;
  const failEarly = (reason: unknown) => void (started || fail(host, reason));
  host.on('unhandledRejection', failEarly);
  host.on('uncaughtException', failEarly);
  // The first process of a container ignores a signal that nobody listens for: without these, one
  // that is stopped while it starts would be killed only when the engine's patience ends.
  const endEarly = () => void (started || host.exit(0));
  host.once('SIGTERM', endEarly);
  host.once('SIGINT', endEarly);
  try {
    const app = await main();
    if (!app) return;
    started = true;
    enableShutdownHooks(app, host);
    const { logger } = servingOf(app);
    const close = () => app.close();
    endOnUnexpectedErrors(host, { logger, metrics: app.get(Metrics), close });
  } catch (error) {
    fail(host, error);
  }
}

/** Closes the app on SIGTERM or SIGINT, then ends the process. */
export function enableShutdownHooks(app: INestApplication, host: MainProcess = process): void {
  let stopping = false;
  const stop = (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) return host.exit(INTERRUPTED);
    stopping = true;
    app.close().then(
      () => host.exit(0),
      (error: unknown) => fail(host, error),
    );
    host.once(signal, () => stop(signal));
  };
  host.once('SIGTERM', () => stop('SIGTERM'));
  host.once('SIGINT', () => stop('SIGINT'));
}

function fail(host: MainProcess, error: unknown): void {
  host.stderr.write(`${describe(error)}\n`);
  host.exit(FAILED);
}

function describe(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return startupSentence(error) ?? stack;
}
