import net from 'node:net';
import tls from 'node:tls';
import type { Logger } from '@towpath/observability';
import { Kafka, type ISocketFactory, type RetryOptions } from 'kafkajs';
import { saslOf, type BrokerSecurity } from './broker-security.js';
import { fixFetches } from './fetches.js';
import { kafkaLogCreator, kafkaLogLevel } from './kafka-log.js';
import { fixRequestQueue } from './request-queue-fix.js';

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
