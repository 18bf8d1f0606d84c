import { newId, type Id } from '@towpath/kernel';
import { silentLogger } from '@towpath/observability';
import type { Admin, Consumer } from 'kafkajs';
import { toRawMessage } from '../consume/raw-message.js';
import { createKafkaClient } from './kafka-client.js';
import { untilLed } from './topics.js';

/** A message of the topic: headers and JSON, not validated. */
export interface ProbedEvent {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `ce_type`; empty when the message has none. */
  readonly name: string;
  /** The value as it was sent; empty if the message has none. */
  readonly text: string;
  /** The parsed value; undefined when it is not JSON. */
  readonly payload: unknown;
}

export interface EventProbeOptions {
  /** `host:port` of one or more brokers. */
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  /** Start of reading: at the oldest message, after the newest one at present, or at a time. */
  readonly from: 'beginning' | 'now' | Date;
}

export interface Wanted {
  /** Default 1. */
  readonly count?: number;
  /** Default 10 s. */
  readonly deadlineMs?: number;
  /** The awaited events, for the error. */
  readonly describe?: string;
}

const DEADLINE_MS = 10_000;
const SHOWN = 20;

/** Reads topics independently of consumers, for tests and tools. It keeps all messages. */
export class EventProbe {
  readonly #received: ProbedEvent[] = [];
  readonly #listeners = new Set<() => void>();

  private constructor(
    private readonly consumer: Consumer,
    private readonly admin: Admin,
    private readonly group: string,
  ) {}

  /** Resolves when the start is fixed: all later messages are read. */
  static async start({ brokers, topics, from }: EventProbeOptions): Promise<EventProbe> {
    const kafka = createKafkaClient({ brokers, clientId: 'probe', logger: silentLogger() });
    const group = `probe-${newId<Id<'Probe'>>(new Date())}`;
    const admin = kafka.admin();
    await admin.connect();
    const consumer = kafka.consumer({ groupId: group, maxWaitTimeInMs: 100 });
    const probe = new EventProbe(consumer, admin, group);
    try {
      const starts = (await Promise.all(topics.map((t) => startsOf(admin, t, from)))).flat();
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachMessage: async ({ topic, partition, message }) => {
          const start = starts.find((at) => at.topic === topic && at.partition === partition);
          // What was fetched before the seek below took effect.
          if (BigInt(message.offset) < BigInt(start?.offset ?? 0)) return;
          probe.#take(toEvent(toRawMessage({ topic, partition }, message)));
        },
      });
      for (const start of starts) consumer.seek(start);
    } catch (error) {
      await probe.stop();
      throw error;
    }
    return probe;
  }

  /** In the order of arrival, which within a key is the order of publishing. */
  get received(): readonly ProbedEvent[] {
    return this.#received;
  }

  /**
   * The first `count` matching events, including those already received. Throws at the deadline,
   * with the events that arrived.
   */
  async waitFor(
    matches: (event: ProbedEvent) => boolean,
    { count = 1, deadlineMs = DEADLINE_MS, describe = 'events' }: Wanted = {},
  ): Promise<ProbedEvent[]> {
    const found = () => this.#received.filter(matches).slice(0, count);
    const arrived = Promise.withResolvers<void>();
    const check = (): void => {
      if (found().length >= count) arrived.resolve();
    };
    const timer = setTimeout(
      () => arrived.reject(new Error(this.#disappointment(describe, { deadlineMs, count, found }))),
      deadlineMs,
    );
    this.#listeners.add(check);
    check();
    try {
      await arrived.promise;
      return found();
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(check);
    }
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.admin.deleteGroups([this.group]).catch(() => undefined);
    await this.admin.disconnect();
  }

  #take(event: ProbedEvent): void {
    this.#received.push(event);
    for (const listener of this.#listeners) listener();
  }

  #disappointment(
    describe: string,
    wait: { deadlineMs: number; count: number; found: () => readonly ProbedEvent[] },
  ): string {
    const seen = this.#received.slice(-SHOWN).map(({ name, key }) => `${name} ${key}`);
    return (
      `waited ${wait.deadlineMs} ms for ${wait.count} ${describe}, found ${wait.found().length}; ` +
      `received ${this.#received.length} in all, last: ${seen.join(', ') || 'none'}`
    );
  }
}

/** The offsets from which each partition is read; none means from the oldest. */
async function startsOf(
  admin: Admin,
  topic: string,
  from: EventProbeOptions['from'],
): Promise<{ topic: string; partition: number; offset: string }[]> {
  await untilLed(admin, [topic]);
  if (from === 'beginning') return [];
  const offsets =
    from === 'now'
      ? await admin.fetchTopicOffsets(topic)
      : await admin.fetchTopicOffsetsByTimestamp(topic, from.getTime());
  return offsets.map(({ partition, offset }) => ({ topic, partition, offset }));
}

function toEvent(message: ReturnType<typeof toRawMessage>): ProbedEvent {
  const { value, ...rest } = message;
  const name = message.headers['ce_type'] ?? '';
  return { ...rest, name, text: value?.toString('utf8') ?? '', payload: parse(value) };
}

function parse(value: Buffer | null): unknown {
  if (!value) return undefined;
  try {
    return JSON.parse(value.toString('utf8'));
  } catch {
    return undefined;
  }
}
