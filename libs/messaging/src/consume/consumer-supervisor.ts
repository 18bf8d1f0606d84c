import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { Consumer, Kafka } from 'kafkajs';
import { backoffMs } from '../backoff.js';
import { leaveGaps } from '../kafka/fetches.js';
import { memberIdOf, rejoinAs } from '../kafka/group-membership.js';
import { CLIENT_RETRY } from '../kafka/kafka-client.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { PartitionRunner } from './partition-runner.js';
import type { ConsumerTuning } from './tuning.js';

export interface ConsumerSupervisorOptions {
  readonly kafka: Pick<Kafka, 'admin' | 'consumer'>;
  /** Kafka consumer group: the service's name. */
  readonly group: string;
  readonly topics: readonly string[];
  readonly runner: PartitionRunner;
  readonly logger: Logger;
  readonly metrics: ConsumerMetrics;
  /** Client ID that no other process has at the same time: takes the place of its predecessor. */
  readonly instance?: string | undefined;
  /** Run before each joining until it succeeds: the topics. */
  readonly prepare?: () => Promise<void>;
  readonly tuning: ConsumerTuning;
}

/** A broker that swallows our farewell must not hold back the end of the process. */
const STOP_DEADLINE_MS = 15_000;
const RETRY = { firstMs: 250, factor: 2, longestMs: 1_000 };

/**
 * Keeps one member of the consumer group running. KafkaJS stops permanently after some errors, and
 * after a long outage of a broker. This class then starts a new consumer, until `stop`.
 */
export class ConsumerSupervisor {
  readonly #stopped = new AbortController();
  #loop: Promise<void> | undefined;
  #connected = false;

  constructor(private readonly options: ConsumerSupervisorOptions) {}

  /** True while this process is a member of the group. */
  get connected(): boolean {
    return this.#connected;
  }

  start(): void {
    this.#loop ??= awaitedLater(this.#run());
  }

  /** Finishes the running messages, commits their offsets and leaves the group. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.options.runner.stop();
    await Promise.race([this.#loop, pause(STOP_DEADLINE_MS, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { logger, prepare } = this.options;
    for (let failures = 0; !this.#stopped.signal.aborted;) {
      try {
        await prepare?.();
        await this.#member(() => (failures = 0));
      } catch (error) {
        failures += 1;
        logger.warn({ error }, 'the consumer lost its connection to Kafka and rejoins');
      }
      this.#setConnected(false);
      if (failures > 0) await this.#pause(backoffMs(failures, RETRY));
    }
  }

  /** Resolves when stopped, rejects when the consumer ended by itself. */
  async #member(onJoin: () => void): Promise<void> {
    const consumer = this.#consumer();
    const ended = Promise.withResolvers<never>();
    let lastSign = performance.now();
    const alive = (): void => void (lastSign = performance.now());
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    consumer.on(consumer.events.HEARTBEAT, alive);
    consumer.on(consumer.events.GROUP_JOIN, () => {
      alive();
      onJoin();
      this.options.runner.forgetPartitions();
      this.#setConnected(true);
    });
    const watchdog = setInterval(() => {
      const silent = performance.now() - lastSign;
      if (silent > this.options.tuning.silenceMs)
        ended.reject(new Error('the consumer fell silent'));
    }, this.options.tuning.heartbeatMs);
    const consuming = this.#consume(consumer);
    try {
      await Promise.race([consuming, ended.promise]);
      await Promise.race([ended.promise, this.#untilStopped()]);
    } finally {
      clearInterval(watchdog);
      if (this.#stopped.signal.aborted) await this.options.runner.finish();
      // A consumer that is still starting would start for good after its end.
      await consuming.catch(() => undefined);
      await consumer.disconnect();
    }
  }

  async #consume(consumer: Consumer): Promise<void> {
    const { topics, runner } = this.options;
    const { signal } = this.#stopped;
    leaveGaps(this.options.group, this.options.tuning.fetchGapMs);
    await consumer.connect();
    if (signal.aborted) return;
    // From the beginning: a new group must not miss what was published before its first start.
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    if (signal.aborted) return;
    const run = () =>
      consumer.run({
        eachBatchAutoResolve: false,
        // The runner commits: KafkaJS would after each batch, whatever interval it is given.
        autoCommit: false,
        partitionsConsumedConcurrently: this.options.tuning.concurrency,
        eachBatch: (payload) => runner.runBatch(payload),
      });
    await rejoinAs(await this.#memberId(), run);
  }

  /** The member ID of this process, or of its predecessor, in the group; it survives a crash. */
  async #memberId(): Promise<string | undefined> {
    const { kafka, group, instance } = this.options;
    return instance === undefined ? undefined : memberIdOf(kafka, { group, clientId: instance });
  }

  #consumer(): Consumer {
    const { kafka, group } = this.options;
    return kafka.consumer({
      groupId: group,
      sessionTimeout: this.options.tuning.sessionTimeoutMs,
      heartbeatInterval: this.options.tuning.heartbeatMs,
      rebalanceTimeout: this.options.tuning.rebalanceTimeoutMs,
      maxWaitTimeInMs: this.options.tuning.fetchWaitMs,
      allowAutoTopicCreation: false,
      retry: CLIENT_RETRY,
    });
  }

  #setConnected(connected: boolean): void {
    if (this.#connected === connected) return;
    this.#connected = connected;
    this.options.metrics.connected(connected);
  }

  async #untilStopped(): Promise<void> {
    const { signal } = this.#stopped;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }
}
