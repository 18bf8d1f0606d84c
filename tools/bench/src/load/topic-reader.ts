import { randomUUID } from 'node:crypto';
import { eventRegistry } from '@towpath/contracts';
import { createKafkaClient } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually } from '@towpath/testing';
import { wallMs } from '../measure/wall-clock.js';

const DRAIN_DEADLINE_MS = 60_000;

/** A plain Kafka consumer of cancelled links that keeps how late each event was. */
export class TopicReader {
  /** ms from the start of the event's transaction to its arrival, by link. */
  readonly delaysMs = new Map<string, number>();

  private constructor(private readonly disconnect: () => Promise<void>) {}

  static async start(brokers: string): Promise<TopicReader> {
    const { name, topic } = eventRegistry.byName('payment_link.cancelled', 1);
    const clientId = `bench-${randomUUID()}`;
    const kafka = createKafkaClient({
      brokers: brokers.split(','),
      clientId,
      logger: silentLogger(),
    });
    const consumer = kafka.consumer({ groupId: clientId, maxWaitTimeInMs: 200 });
    const reader = new TopicReader(() => consumer.disconnect());
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: ({ message: { key, headers = {} } }) => {
        if (String(headers['ce_type']) === name) {
          const delayMs = wallMs() - Date.parse(String(headers['ce_time']));
          reader.delaysMs.set(String(key), delayMs);
        }
        return Promise.resolve();
      },
    });
    await joined;
    return reader;
  }

  /** The delays of these links' events, when all have come. */
  async delaysOf(links: readonly string[]): Promise<number[]> {
    await eventually(() => links.every((link) => this.delaysMs.has(link)), {
      deadlineMs: DRAIN_DEADLINE_MS,
      describe: 'the events of all cancelled links on Kafka',
    });
    return links.map((link) => this.delaysMs.get(link) ?? 0);
  }

  async stop(): Promise<void> {
    await this.disconnect();
  }
}
