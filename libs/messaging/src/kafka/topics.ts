import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@towpath/config';
import {
  dltTopic,
  eventRegistry,
  TOPIC_PARTITIONS,
  TOPIC_RETENTION_DAYS,
} from '@towpath/contracts';
import { silentLogger, type Logger } from '@towpath/observability';
import type { Admin, ITopicConfig } from 'kafkajs';
import type { ModuleOptions } from '../messaging-options.js';
import { securityIn, untrustedBroker, type BrokerSecurity } from './broker-security.js';
import { createKafkaClient } from './kafka-client.js';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Waits until the leaders of all partitions answer. The broker announces a new topic, or a new
 * leader, a moment before it can be used. Throws the last error after 60 s. It sends one request at
 * a time, because more requests do not help a slow broker.
 */
export async function untilLed(admin: Admin, topics: readonly string[]): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (const topic of topics) await untilTopicLed(admin, topic, deadline);
}

async function untilTopicLed(admin: Admin, topic: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Parked messages are few, and one partition keeps them in the order in which they were parked. */
export const DEAD_LETTER_PARTITIONS = 1;

const RETENTION_MS = TOPIC_RETENTION_DAYS * 24 * 60 * 60 * 1_000;

export interface EnsureTopicsOptions extends BrokerSecurity {
  /** `host:port` of one or more brokers. */
  readonly brokers: readonly string[];
  /** Events whose topics must exist, one topic per aggregate. */
  readonly definitions: readonly { readonly topic: string }[];
  /** Consumer groups that read all of them; each gets a dead-letter topic per topic. */
  readonly groups?: readonly string[];
  /** Copies of each partition; 1 suits a single broker only. */
  readonly replicationFactor?: number;
  readonly logger?: Logger;
}

/** A topic that exists with another partition count than ours: publishing to it would break order. */
export class WrongPartitionCount extends Error {
  override readonly name = 'WrongPartitionCount';

  constructor(topic: string, counts: { readonly expected: number; readonly found: number }) {
    super(
      `topic ${topic} has ${counts.found} partitions instead of ${counts.expected}: ` +
        'a topic never changes its count, create the next version of the topic instead',
    );
  }
}

/**
 * Creates the topics that do not exist yet; doing it again, or from several services at once,
 * changes nothing. Throws `WrongPartitionCount`, or KafkaJS's error when no broker answers.
 */
export async function ensureTopics(options: EnsureTopicsOptions): Promise<void> {
  const { brokers, credentials, tls, logger = silentLogger() } = options;
  const wanted = wantedTopics(options);
  const client = { brokers, credentials, tls, clientId: 'ensure-topics', logger };
  const admin = createKafkaClient(client).admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter(({ topic }) => !existing.has(topic));
    // Waiting in the client fails where the broker does not know its new topic yet.
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: false });
    const created = missing.map(({ topic }) => topic);
    await untilLed(admin, created);
    await assertPartitionCounts(admin, wanted);
  } finally {
    await admin.disconnect();
  }
}

function wantedTopics(options: EnsureTopicsOptions): ITopicConfig[] {
  const { definitions, groups = [], replicationFactor = 1 } = options;
  const topics = [...new Set(definitions.map(({ topic }) => topic))];
  const config = (topic: string, numPartitions: number): ITopicConfig => ({
    topic,
    numPartitions,
    replicationFactor,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(RETENTION_MS) },
    ],
  });
  return topics.flatMap((topic) => [
    config(topic, TOPIC_PARTITIONS),
    ...groups.map((group) => config(dltTopic(topic, group), DEAD_LETTER_PARTITIONS)),
  ]);
}

async function assertPartitionCounts(admin: Admin, wanted: ITopicConfig[]): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: wanted.map(({ topic }) => topic) });
  for (const { topic, numPartitions: expected = 1 } of wanted) {
    const found = topics.find(({ name }) => name === topic)?.partitions.length ?? 0;
    if (found !== expected) throw new WrongPartitionCount(topic, { expected, found });
  }
}

type Options = Omit<ModuleOptions, 'bootstrap'>;

/**
 * Creates the missing ones of the topics that one service needs: those it publishes to, those it
 * reads and their dead letters. Throws if the broker is unavailable or a topic is wrong.
 */
export async function ensureServiceTopics(options: Options): Promise<void> {
  const { service, config, consumes, publishes, registry = eventRegistry, logger } = options;
  const shared = {
    brokers: config.kafkaBrokers,
    ...securityIn(config),
    replicationFactor: config.kafkaReplicationFactor ?? 1,
    logger,
  };
  const published = publishes ? registry.all().filter(({ owner }) => owner === service) : [];
  if (published.length > 0) await ensureTopics({ ...shared, definitions: published });
  if (consumes.length === 0) return;
  await ensureTopics({ ...shared, definitions: consumes, groups: [service] });
}

/** Throws only for what never passes by itself: wrong settings or topics, an unknown authority. */
export async function checkServiceTopics(options: Options): Promise<void> {
  try {
    await ensureServiceTopics(options);
  } catch (error) {
    if (error instanceof WrongPartitionCount || error instanceof ConfigError) throw error;
    const untrusted = untrustedBroker(error);
    if (untrusted) throw untrusted;
    options.logger.warn({ error }, 'the topics cannot be checked yet: Kafka cannot be reached');
  }
}
