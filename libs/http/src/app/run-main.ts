import { constants } from 'node:os';
import type { INestApplication } from '@nestjs/common';
import { createLogger, Metrics } from '@towpath/observability';

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
 * Runs the main program of a service until its end. A start-up problem is logged as a sentence,
 * without a stack, and ends the process with 1. SIGTERM and SIGINT close the app gracefully, a
 * second one at once. An unhandled error closes it too. During the start, before the first request,
 * a signal ends the process with the code that it has elsewhere: the start did not succeed.
 */
export async function runMain(
  service: string,
  main: () => Promise<INestApplication | void>,
  host: MainProcess = process,
): Promise<void> {
  let started = false;
  const fail = failureOf(service, host);
  const failEarly = (reason: unknown) => void (started || fail(reason));
  host.on('unhandledRejection', failEarly);
  host.on('uncaughtException', failEarly);
  // The first process of a container ignores a signal that nobody listens for: without these, one
  // that is stopped while it starts would be killed only when the engine's patience ends.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    host.once(signal, () => void (started || host.exit(128 + constants.signals[signal])));
  }
  try {
    const app = await main();
    if (!app) return;
    started = true;
    enableShutdownHooks(app, { host, fail });
    const { logger } = servingOf(app);
    const close = () => app.close();
    endOnUnexpectedErrors(host, { logger, metrics: app.get(Metrics), close });
  } catch (error) {
    fail(error);
  }
}

interface End {
  readonly host: MainProcess;
  readonly fail: (error: unknown) => void;
}

/** Closes the app on SIGTERM or SIGINT, then ends the process. */
function enableShutdownHooks(app: INestApplication, { host, fail }: End): void {
  let stopping = false;
  const stop = (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) return host.exit(INTERRUPTED);
    stopping = true;
    for (const port of servingOf(app).ports) port.callersStay = true;
    app.close().then(() => host.exit(0), fail);
    host.once(signal, () => stop(signal));
  };
  host.once('SIGTERM', () => stop('SIGTERM'));
  host.once('SIGINT', () => stop('SIGINT'));
}

/** Logs why the program ends, as everything else is logged, and ends it with 1. */
function failureOf(service: string, host: MainProcess): (error: unknown) => void {
  const logger = createLogger({ service, destination: host.stderr });
  return (error) => {
    const sentence = startupSentence(error);
    if (sentence === undefined) logger.fatal({ error }, 'An error ended the program.');
    else logger.fatal(sentence);
    host.exit(FAILED);
  };
}
