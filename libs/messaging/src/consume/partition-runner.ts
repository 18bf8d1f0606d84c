import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { backoffMs } from '../backoff.js';
import type { DeadLetterPublisher } from '../parking/dead-letter-publisher.js';
import { FOLLOWER, FOLLOWING, type ParkingCause, type ParkingLot } from '../parking/parking-lot.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { judge } from './failure-policy.js';
import type { MessagePipeline } from './message-pipeline.js';
import { toRawMessage, type Origin, type RawMessage } from './raw-message.js';
import { OffsetCommits } from './offset-commits.js';
import { settleTogether } from './settle-together.js';
import { MAX_TRIES, TRIES_IN_PLACE, waitsOf, type ConsumerTuning } from './tuning.js';
import { whileAlive } from './while-alive.js';

export interface PartitionRunnerOptions {
  readonly pipeline: Pick<MessagePipeline, 'handle' | 'handleTogether'>;
  readonly parkingLot: ParkingLot;
  /** Whether events of the topic may overtake a parked one of their key. */
  readonly copiesState: (topic: string) => boolean;
  readonly deadLetters: Pick<DeadLetterPublisher, 'publish'>;
  readonly logger: Logger;
  readonly metrics: ConsumerMetrics;
  readonly tuning: Pick<ConsumerTuning, 'retryFirstMs' | 'commitIntervalMs'>;
  /** A message was set aside and is to be tried again. */
  readonly onSetAside?: () => void;
}

/** Earlier tries of the first unhandled message of a partition. */
interface RetryState {
  readonly offset: string;
  /** Tries that count towards parking. */
  attempts: number;
  /** Failures without a fault of the message: database or broker are unavailable. */
  waits: number;
}

const FAREWELL_MS = 2_000;
const MAX_TOGETHER = 100;

/**
 * Handles the messages of the assigned partitions, one after the other in each partition. An offset
 * is resolved only after the commit of the effect or of the parked message. Between two tries the
 * partition pauses and control returns to KafkaJS, so that it fetches other partitions and sends
 * heartbeats.
 */
export class PartitionRunner {
  readonly #retries = new Map<string, RetryState>();
  readonly #parkedKeys = new Map<string, Set<string>>();
  readonly #resumes = new Set<NodeJS.Timeout>();
  readonly #waits: ReturnType<typeof waitsOf>;
  readonly #commits: OffsetCommits;
  readonly #batches = new Set<Promise<void>>();
  readonly #finished = Promise.withResolvers<void>();
  #stopped = false;

  constructor(private readonly options: PartitionRunnerOptions) {
    const { logger, tuning } = options;
    this.#waits = waitsOf(tuning);
    this.#commits = new OffsetCommits(logger, tuning.commitIntervalMs);
  }

  /** Discards all knowledge about partitions, because another member may have handled them. */
  forgetPartitions(): void {
    this.#retries.clear();
    this.#parkedKeys.clear();
    this.#commits.forget();
    this.options.metrics.assigned();
  }

  /** Begins no more messages; no paused partition is resumed any more. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#resumes) clearTimeout(timer);
    this.#resumes.clear();
  }

  /** Resolves when the running messages are handled and their offsets committed. */
  async finish(): Promise<void> {
    await Promise.allSettled(this.#batches);
    await Promise.race([this.#commits.flush(), pause(FAREWELL_MS, undefined, { ref: false })]);
    this.#finished.resolve();
  }

  commitOffsets(): Promise<void> {
    return this.#commits.flush();
  }

  async runBatch(payload: EachBatchPayload): Promise<void> {
    // Given back at once, it would be fetched again and again until the consumer is stopped.
    if (this.#stopped) return this.#finished.promise;
    const run = this.#runBatch(payload);
    this.#batches.add(awaitedLater(run));
    try {
      await run;
    } finally {
      this.#batches.delete(run);
    }
  }

  async #runBatch(payload: EachBatchPayload): Promise<void> {
    const { messages } = payload.batch;
    for (let at = 0; at < messages.length; at += MAX_TOGETHER) {
      if (!this.#goesOn(payload)) return;
      const chunk = messages.slice(at, at + MAX_TOGETHER);
      await payload.heartbeat();
      if (await whileAlive(payload, () => this.#settleTogether(payload.batch, chunk))) {
        this.#settled(payload, chunk.at(-1));
      } else if (!(await this.#oneByOne(payload, chunk))) return;
    }
  }

  /** Returns false if the partition was revoked before the end. */
  async #oneByOne(payload: EachBatchPayload, messages: readonly KafkaMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (!this.#goesOn(payload)) return false;
      await payload.heartbeat();
      const delayMs = await whileAlive(payload, () => this.#settle(payload.batch, message));
      if (delayMs !== undefined) {
        this.#pause(payload, delayMs);
        return false;
      }
      this.#settled(payload, message);
    }
    return true;
  }

  #goesOn(payload: EachBatchPayload): boolean {
    return !this.#stopped && payload.isRunning() && !payload.isStale();
  }

  #settled(payload: EachBatchPayload, last: KafkaMessage | undefined): void {
    if (!last) return;
    const { batch } = payload;
    payload.resolveOffset(last.offset);
    this.options.metrics.lag(batch, Number(batch.highWatermark) - 1 - Number(last.offset));
    this.#commits.resolved(payload);
  }

  /** False when they are to be looked at one by one. */
  async #settleTogether(origin: Origin, kafkaMessages: readonly KafkaMessage[]): Promise<boolean> {
    // What failed a moment ago fails the others that are handled with it, again and again.
    if (this.#retries.has(placeOf(origin))) return false;
    const messages = kafkaMessages.map((each) => toRawMessage(origin, each));
    return (await this.#areFree(origin, messages)) && settleTogether(messages, this.options);
  }

  /** False when one of them may have to wait behind a parked message. */
  async #areFree(origin: Origin, messages: readonly RawMessage[]): Promise<boolean> {
    if (this.options.copiesState(origin.topic)) return true;
    const keys = await this.#keysOf(origin).catch(() => undefined);
    return keys !== undefined && !messages.some(({ key }) => keys.has(key));
  }

  /** Undefined once the message is handled, otherwise the time in ms until its next try. */
  async #settle(origin: Origin, kafkaMessage: KafkaMessage): Promise<number | undefined> {
    const message = toRawMessage(origin, kafkaMessage);
    try {
      await this.#handle(message);
      this.#retries.delete(placeOf(origin));
      return undefined;
    } catch (error) {
      return this.#waitFor(origin, message, error);
    }
  }

  /** Rejects only with what makes the partition wait, or the message be tried again. */
  async #handle(message: RawMessage): Promise<void> {
    const { pipeline, metrics } = this.options;
    if (await this.#joinQueue(message)) return;
    const started = performance.now();
    try {
      const outcome = await pipeline.handle(message);
      metrics.handled(message, { outcome, seconds: (performance.now() - started) / 1_000 });
    } catch (error) {
      const { verdict, reason } = judge(error);
      const attempts = this.#retryStateOf(message).attempts + 1;
      const again = verdict === 'retry' && attempts < MAX_TRIES;
      if (verdict === 'wait' || (again && (await this.#keepsPlace(message, attempts)))) throw error;
      const cause = { reason, error, attempts };
      await (again ? this.#setAside(message, cause) : this.#park(message, cause));
    }
  }

  /** Behind a parked message of its key the further tries would wait for that one's replay. */
  async #keepsPlace(message: RawMessage, attempts: number): Promise<boolean> {
    return attempts < TRIES_IN_PLACE || this.options.parkingLot.hasQueue(message);
  }

  /** The replayer makes the further tries, so that only its own key waits for them. */
  async #setAside(message: RawMessage, cause: ParkingCause): Promise<void> {
    const { parkingLot, logger, metrics } = this.options;
    const keys = await this.#keysOf(message);
    const retryInMs = backoffMs(cause.attempts, this.#waits.retry);
    await parkingLot.park(message, { ...cause, retryInMs });
    keys.add(message.key);
    this.options.onSetAside?.();
    metrics.failed(cause.reason);
    const { error, reason, attempts } = cause;
    logger.warn(
      { error, reason, ...fieldsOf(message), attempts, retryInMs },
      'a message is set aside and tried again; later messages of its key wait if order matters',
    );
  }

  async #joinQueue(message: RawMessage): Promise<boolean> {
    const { parkingLot, deadLetters, metrics, copiesState } = this.options;
    if (copiesState(message.topic)) return false;
    const keys = await this.#keysOf(message);
    if (!keys.has(message.key)) return false;
    const queue = await parkingLot.joinQueue(message);
    if (!queue) {
      keys.delete(message.key);
      return false;
    }
    // No dead letter while the head may pass by itself.
    if (queue.isTriedAgain) return true;
    await deadLetters.publish(message, FOLLOWING);
    metrics.parked(FOLLOWER);
    return true;
  }

  async #park(message: RawMessage, cause: ParkingCause): Promise<void> {
    const { parkingLot, deadLetters, logger, metrics } = this.options;
    const keys = await this.#keysOf(message);
    await parkingLot.park(message, cause);
    keys.add(message.key);
    await deadLetters.publish(message, cause);
    metrics.parked(cause.reason);
    const { error, reason } = cause;
    logger.error(
      { error, reason, ...fieldsOf(message) },
      'a message is parked until it is replayed; so are later messages of its key if order matters',
    );
  }

  /** Asked once per assignment: only the owner of a partition parks its messages. */
  async #keysOf(origin: Origin): Promise<Set<string>> {
    const place = placeOf(origin);
    const known = this.#parkedKeys.get(place);
    if (known) return known;
    const keys = await this.options.parkingLot.parkedKeys(origin);
    this.#parkedKeys.set(place, keys);
    return keys;
  }

  #waitFor(origin: Origin, message: RawMessage, error: unknown): number {
    const { logger, metrics } = this.options;
    const state = this.#retryStateOf(message);
    this.#retries.set(placeOf(origin), state);
    const { verdict, reason } = judge(error);
    const retry = verdict === 'retry';
    const attempt = retry ? (state.attempts += 1) : (state.waits += 1);
    const delayMs = backoffMs(attempt, this.#waits[retry ? 'retry' : 'wait']);
    metrics.failed(reason);
    logger.warn(
      { error, reason, ...fieldsOf(message), attempt, delayMs },
      'a message could not be handled; it is tried again',
    );
    return delayMs;
  }

  #retryStateOf(message: RawMessage): RetryState {
    const known = this.#retries.get(placeOf(message));
    if (known?.offset === message.offset) return known;
    return { offset: message.offset, attempts: 0, waits: 0 };
  }

  #pause(payload: EachBatchPayload, delayMs: number): void {
    const resume = payload.pause();
    const timer = setTimeout(() => {
      this.#resumes.delete(timer);
      resume();
    }, delayMs);
    this.#resumes.add(timer);
  }
}

/** Key of a partition. */
function placeOf({ topic, partition }: Origin): string {
  return `${topic}/${partition}`;
}

/** Of a log line: IDs only. */
function fieldsOf({ topic, partition, offset, headers }: RawMessage): object {
  return { topic, partition, offset, event_id: headers['ce_id'] };
}
