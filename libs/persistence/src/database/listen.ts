import { setTimeout as delay } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import pg from 'pg';

export interface ListenOptions {
  readonly url: string;
  readonly channel: string;
  /**
   * Called for each notification, and after each (re)connection: notifications sent without a
   * connection are lost, so the listener must then read the database.
   */
  readonly onNotify: (payload: string) => void;
  /** Called for each broken connection; the listener reconnects until `close`. */
  readonly onError?: (error: unknown) => void;
}

export interface Listener {
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Listens on a PostgreSQL channel until `close`. */
export function listen(options: ListenOptions): Listener {
  const stop = new AbortController();
  const running = awaitedLater(keepListening(options, stop.signal));
  return {
    close: () => {
      stop.abort();
      return running;
    },
  };
}

async function keepListening(options: ListenOptions, stopped: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!stopped.aborted) {
    try {
      await listenOnce(options, stopped, () => (retryMs = FIRST_RETRY_MS));
    } catch (error) {
      options.onError?.(error);
    }
    await pause(retryMs, stopped);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
}

/** One connection, until it breaks (rejects) or the listener is closed (resolves). */
async function listenOnce(
  { url, channel, onNotify }: ListenOptions,
  stopped: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `listen ${channel}`,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<void>();
  // The connection may fail while it is being opened, or once more when it is given up.
  const broken = awaitedLater(ended.promise);
  client.on('error', ended.reject);
  client.on('end', ended.resolve);
  client.on('notification', (message) => onNotify(message.payload ?? ''));
  const close = (): void => ended.resolve();
  stopped.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    onConnected();
    onNotify('');
    if (!stopped.aborted) await broken;
  } finally {
    stopped.removeEventListener('abort', close);
    await client.end();
  }
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal: stopped });
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}
