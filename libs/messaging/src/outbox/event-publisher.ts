import {
  CompressionTypes,
  type Kafka,
  type Producer,
  type TopicMessages,
  Partitioners,
  type ICustomPartitioner,
} from 'kafkajs';
import { CLIENT_RETRY } from '../kafka/kafka-client.js';
import { LazyClient } from '../kafka/lazy-client.js';
import type { OutgoingMessage } from './outbox-row.js';
import { TOPIC_PARTITIONS } from '@towpath/contracts';

/**
 * Kafka's own hash of the key. Refuses to choose while the broker reports another partition count
 * than the fixed one: a key that lands elsewhere once is out of order for ever.
 */
const keyedPartitioner: ICustomPartitioner = () => {
  const choose = Partitioners.DefaultPartitioner();
  return (args) => {
    const found = args.partitionMetadata.length;
    if (found !== TOPIC_PARTITIONS) {
      throw new Error(
        `topic ${args.topic} shows ${found} partitions instead of ${TOPIC_PARTITIONS}`,
      );
    }
    return choose(args);
  };
};

/** Sends events in order. Resolves when all in-sync replicas have every one of them. */
export interface EventPublisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

const ALL_REPLICAS = -1;

/**
 * Publishes with an idempotent producer, which it replaces after each failure. KafkaJS reuses the
 * sequence numbers of a failed request, although the broker may have stored it. If the next request
 * had the same length but other content, the broker would treat it as a repeat. It would
 * acknowledge the request and store nothing. A new producer has its own numbers.
 */
export class KafkaEventPublisher implements EventPublisher {
  readonly #producer: LazyClient<Producer>;

  constructor(kafka: Pick<Kafka, 'producer'>) {
    const options = {
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: keyedPartitioner,
      retry: CLIENT_RETRY,
    };
    this.#producer = new LazyClient(() => kafka.producer(options));
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const compression = CompressionTypes.None;
    const batch = { topicMessages: byTopic(messages), acks: ALL_REPLICAS, compression };
    await this.#producer.use((producer) => producer.sendBatch(batch));
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}

function byTopic(messages: readonly OutgoingMessage[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { topic, key, value, headers } of messages) {
    const entry = topics.get(topic) ?? { topic, messages: [] };
    topics.set(topic, entry);
    entry.messages.push({ key, value, headers });
  }
  return [...topics.values()];
}

const REFUSALS = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'CORRUPT_MESSAGE',
  'INVALID_TOPIC_EXCEPTION',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'TOPIC_AUTHORIZATION_FAILED',
  'POLICY_VIOLATION',
]);

/** True if the broker answers and refuses the messages: other keys can still be published. */
export function isRefusedByBroker(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { type } = at as { type?: unknown };
    if (typeof type === 'string') return REFUSALS.has(type);
  }
  return false;
}
