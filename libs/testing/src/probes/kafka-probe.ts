import { randomUUID } from 'node:crypto';
import { createKafkaClient } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually, type EventuallyOptions } from './eventually.js';

/** A message as any consumer of the topic sees it. */
export interface ProbedMessage {
  readonly topic: string;
  readonly partition: number;
  /** Position in its partition. */
  readonly offset: number;
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The value as text, undecoded. */
  readonly text: string;
}

export interface KafkaProbeOptions {
  /** `host:port`, joined by commas. */
  readonly brokers: string;
  /** They must exist already. */
  readonly topics: readonly string[];
}

type Consumer = ReturnType<ReturnType<typeof createKafkaClient>['consumer']>;
type Delivery = Pick<
  Parameters<NonNullable<Parameters<Consumer['run']>[0]>['eachMessage'] & object>[0],
  'topic' | 'partition' | 'message'
>;

/** A running fetch delays the stop by as much. */
const LONGEST_FETCH_MS = 200;

/**
 * A plain consumer that shares nothing with our own: it reads topics from their beginning, commits
 * no offset, keeps what it saw in order of arrival.
 */
export class KafkaProbe {
  readonly messages: ProbedMessage[] = [];

  private constructor(private readonly consumer: Consumer) {}

  /** Resolves when partitions are assigned; what was sent before is seen all the same. */
  static async start({ brokers, topics }: KafkaProbeOptions): Promise<KafkaProbe> {
    const clientId = `probe-${randomUUID()}`;
    const options = { brokers: brokers.split(','), clientId, logger: silentLogger() };
    const kafka = createKafkaClient(options);
    const consumer = kafka.consumer({ groupId: clientId, maxWaitTimeInMs: LONGEST_FETCH_MS });
    const probe = new KafkaProbe(consumer);
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: ({ topic, partition, message }) => {
        probe.messages.push(probed({ topic, partition, message }));
        return Promise.resolve();
      },
    });
    await joined;
    return probe;
  }

  /** The first message that fits, seen already or still to come; at the deadline it tells what came. */
  async waitFor(
    fits: (message: ProbedMessage) => boolean,
    options: EventuallyOptions = {},
  ): Promise<ProbedMessage> {
    const { describe = 'a message' } = options;
    const what = typeof describe === 'function' ? await describe() : describe;
    return eventually(() => this.messages.find(fits), {
      ...options,
      describe: () => `${what} on Kafka (saw ${this.summary()})`,
    });
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
  }

  /** How many of each event type came, for the message of a failure. */
  private summary(): string {
    const counts = new Map<string, number>();
    for (const { topic, headers } of this.messages) {
      const type = headers['ce_type'] ?? topic;
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    return [...counts].map(([type, count]) => `${count} ${type}`).join(', ') || 'nothing';
  }
}

function probed({ topic, partition, message }: Delivery): ProbedMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  return {
    topic,
    partition,
    offset: Number(message.offset),
    key: message.key?.toString(),
    headers: Object.fromEntries(headers) as Record<string, string>,
    text: message.value?.toString() ?? '',
  };
}
