import net from 'node:net';
import tls from 'node:tls';
import type { Logger } from '@towpath/observability';
import { Kafka, type ISocketFactory, type RetryOptions, logLevel, type logCreator } from 'kafkajs';
import { saslOf, type BrokerSecurity } from './broker-security.js';
import { fixFetches } from './fetches.js';
import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

let fixed = false;

/**
 * Members of a KafkaJS log entry that a line may contain; all others (payloads, assignments) are
 * omitted.
 */
const FIELDS = ['groupId', 'memberId', 'broker', 'topic', 'partition', 'retryCount', 'error'];

/**
 * A warning about every idempotent producer with limited retries; ours is replaced after each
 * failure.
 */
const EXPECTED = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

/** Addresses of the brokers, and the identity of the client. */
export interface KafkaClientOptions extends BrokerSecurity {
  /** `host:port` of one or more brokers; the others are found through them. */
  readonly brokers: readonly string[];
  /** Shown in the broker's logs and quotas: the service's name. */
  readonly clientId: string;
  readonly logger: Logger;
}

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * Few and short, because users of the client retry without limit, with their own back-off, and can
 * be stopped meanwhile. KafkaJS's own retries only cover a change of leader.
 */
export const CLIENT_RETRY: RetryOptions = {
  retries: 4,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  // The supervisor builds a new consumer instead, which also works after errors KafkaJS gives up on.
  restartOnFailure: () => Promise.resolve(false),
};

/** A KafkaJS client: the only door to the broker. It connects when a producer or consumer does. */
export function createKafkaClient(options: KafkaClientOptions): Kafka {
  const { brokers, clientId, logger, credentials, tls: encryption } = options;
  fixRequestQueue();
  fixFetches();
  process.env['KAFKAJS_NO_PARTITIONER_WARNING'] = '1';
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: CLIENT_RETRY,
    socketFactory: promptSocket,
    ...(credentials ? { sasl: saslOf(credentials) } : {}),
    ...(encryption ? { ssl: { ...encryption } } : {}),
    logLevel: kafkaLogLevel(logger),
    logCreator: kafkaLogCreator(logger),
  });
}

/** KafkaJS leaves Nagle's algorithm on, which holds back small requests by up to 40 ms. */
const promptSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const servername = net.isIP(host) ? {} : { servername: host };
  const socket = ssl
    ? tls.connect({ host, port, ...servername, ...ssl }, onConnect)
    : net.connect({ host, port }, onConnect);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  return socket;
};

/** The level from which KafkaJS need not even format a line. */
function kafkaLogLevel(logger: Logger): logLevel {
  if (logger.isLevelEnabled('trace')) return logLevel.DEBUG;
  if (logger.isLevelEnabled('debug')) return logLevel.INFO;
  return logLevel.WARN;
}

/**
 * KafkaJS's log lines, one level lower, because it logs each retry and each rebalance as an error.
 * Callers of the client log real failures.
 */
function kafkaLogCreator(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      const fields: Record<string, unknown> = { kafka: namespace };
      for (const field of FIELDS) {
        if (log[field] !== undefined) fields[field] = log[field];
      }
      if (log.message.startsWith(EXPECTED)) logger.trace(fields, log.message);
      else if (level <= logLevel.WARN) logger.warn(fields, log.message);
      else if (level === logLevel.INFO) logger.debug(fields, log.message);
      else logger.trace(fields, log.message);
    };
}

/**
 * KafkaJS 2.2.4 checks waiting requests by a timer that restarts at once even if none waits. Each
 * connection then wakes an idle process a thousand times a second, and Node warns of a negative
 * timeout. This fix runs the timer only while a request waits.
 */
function fixRequestQueue(): void {
  if (fixed) return;
  fixed = true;
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}
