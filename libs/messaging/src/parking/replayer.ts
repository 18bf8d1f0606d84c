import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, Transactions, type WorkerTx } from '@towpath/persistence';
import { backoffMs } from '../backoff.js';
import type { ConsumerMetrics } from '../consume/consumer-metrics.js';
import { judge } from '../consume/failure-policy.js';
import type { MessagePipeline } from '../consume/message-pipeline.js';
import type { RawMessage } from '../consume/raw-message.js';
import { MAX_TRIES, waitsOf, type ConsumerTuning } from '../consume/tuning.js';
import { WakeUp } from '../wake-up.js';
import type { DeadLetterPublisher } from './dead-letter-publisher.js';
import {
  errorText,
  FOLLOWER,
  FOLLOWING,
  type ParkedMessageId,
  type ParkingCause,
} from './parking-lot.js';

export interface ReplayerOptions {
  readonly group: string;
  readonly transactions: Transactions;
  readonly pipeline: Pick<MessagePipeline, 'handle'>;
  readonly deadLetters: Pick<DeadLetterPublisher, 'publish'>;
  readonly logger: Logger;
  readonly metrics: ConsumerMetrics;
  readonly tuning: ConsumerTuning;
}

interface Queue {
  readonly topic: string;
  readonly message_key: string;
}

interface WaitingQueue extends Queue {
  readonly is_due: boolean;
}

interface Head {
  readonly parked_message_id: ParkedMessageId;
  readonly kafka_partition: number;
  readonly offset_text: string;
  readonly headers: Record<string, string>;
  readonly value: Buffer | null;
  readonly reason: string;
  readonly attempts: number;
  /** Its time has come. */
  readonly isDue: boolean;
}

/**
 * Handles parked messages again: each queue from its head, one replayer at a time, through the
 * pipeline of live messages. It tries a message that failed its first tries a few more times. After
 * these, or after a failure that another try cannot solve, the queue waits until an operator
 * requests a replay. A later message of the key never overtakes a failed one. If no message waits
 * for its next try, the replayer polls every 5 s for requests of operators.
 */
export class Replayer {
  readonly #stopped = new AbortController();
  readonly #wake = new WakeUp();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: ReplayerOptions) {}

  start(): void {
    this.#loop ??= awaitedLater(this.#run());
  }

  /** Finishes the running message. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake.ring();
    await this.#loop;
  }

  /** A message was set aside in this process and waits for its next try. */
  ring(): void {
    this.#wake.ring();
  }

  async #run(): Promise<void> {
    const { logger, tuning } = this.options;
    while (!this.#stopped.signal.aborted) {
      let waits = true;
      try {
        waits = await this.runDue();
      } catch (error) {
        logger.warn({ error }, 'the replay of parked messages is interrupted');
      }
      await this.#wake.sleep(waits ? tuning.replayPollMs : tuning.replayRestMs);
    }
  }

  /** Replays all due queues. Returns true if some wait for a later try. */
  async runDue(): Promise<boolean> {
    const queues = await this.options.transactions.asWorker((tx) =>
      tx.query<WaitingQueue>(
        byValues(`SELECT topic, message_key, bool_or(replay_requested_at <= now()) AS is_due
         FROM parked_messages
         WHERE consumer_group = $1 AND replayed_at IS NULL AND replay_requested_at IS NOT NULL
         GROUP BY topic, message_key`),
        [this.options.group],
      ),
    );
    for (const queue of queues) {
      if (!queue.is_due) continue;
      while (!this.#stopped.signal.aborted && (await this.#replayHead(queue)));
    }
    return queues.length > 0;
  }

  /**
   * Locks the head's row until its effect is committed. A live message of the same key waits for
   * the lock. Then it joins the queue, or is handled if the queue is empty.
   */
  async #replayHead(queue: Queue): Promise<boolean> {
    return this.options.transactions.asWorker(async (tx) => {
      const head = await this.#lockHead(tx, queue);
      if (!head?.isDue) return false;
      const message = messageOf(queue, head);
      try {
        await this.options.pipeline.handle(message, { acceptGap: head.reason === 'GAP' });
      } catch (error) {
        const { verdict, reason } = judge(error);
        if (verdict === 'wait') throw error;
        const cause = { reason, error, attempts: head.attempts + 1 };
        const again = verdict === 'retry' && cause.attempts < MAX_TRIES;
        await (again
          ? this.#tryLater(tx, head, cause)
          : this.#putBack(tx, queue, { head, ...cause }));
        return false;
      }
      await this.#settle(tx, queue, head);
      return true;
    });
  }

  /** Passes the request on to the next message, which may have joined during the request. */
  async #settle(tx: WorkerTx, queue: Queue, head: Head): Promise<void> {
    await tx.query(
      byValues(`UPDATE parked_messages SET replayed_at = clock_timestamp(), attempts = attempts + 1
       WHERE parked_message_id = $1`),
      [head.parked_message_id],
    );
    await tx.query(
      byValues(`UPDATE parked_messages
       SET replay_requested_at = least(coalesce(replay_requested_at, now()), now())
       WHERE parked_message_id = (SELECT parked_message_id FROM parked_messages
         WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL
         ORDER BY kafka_offset LIMIT 1)`),
      [this.options.group, queue.topic, queue.message_key],
    );
  }

  async #lockHead(tx: WorkerTx, queue: Queue): Promise<Head | undefined> {
    const { group } = this.options;
    const [lock] = await tx.query<{ held: boolean }>(
      byValues(`SELECT pg_try_advisory_xact_lock(hashtext($1)) AS held`),
      [`towpath replay ${group}`],
    );
    if (!lock?.held) return undefined;
    const [head] = await tx.query<Head>(
      byValues(`SELECT ${HEAD} FROM parked_messages
       WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL
       ORDER BY kafka_offset LIMIT 1 FOR UPDATE`),
      [group, queue.topic, queue.message_key],
    );
    return head;
  }

  async #tryLater(tx: WorkerTx, head: Head, cause: ParkingCause): Promise<void> {
    const { reason, error, attempts } = cause;
    const retryInMs = backoffMs(attempts, waitsOf(this.options.tuning).retry);
    await tx.query(
      byValues(`UPDATE parked_messages SET attempts = $2, reason = $3, error = $4,
         replay_requested_at = clock_timestamp() + $5 * interval '1 millisecond'
       WHERE parked_message_id = $1`),
      [head.parked_message_id, attempts, reason, errorText(error), retryInMs],
    );
    this.options.metrics.failed(reason);
    this.options.logger.warn(
      { error, reason, event_id: head.headers['ce_id'], attempts, retryInMs },
      'a message that was set aside failed again; it is tried again',
    );
  }

  async #putBack(
    tx: WorkerTx,
    queue: Queue,
    failure: ParkingCause & { readonly head: Head },
  ): Promise<void> {
    const { head, reason, error, attempts } = failure;
    await tx.query(
      byValues(`UPDATE parked_messages SET attempts = $2, reason = $3, error = $4
       WHERE parked_message_id = $1`),
      [head.parked_message_id, attempts, reason, errorText(error)],
    );
    await tx.query(
      byValues(`UPDATE parked_messages SET replay_requested_at = NULL
       WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL`),
      [this.options.group, queue.topic, queue.message_key],
    );
    // Its copies go out before the commit: without Kafka the replay is made again.
    if (head.attempts < MAX_TRIES) await this.#publishLetters(tx, queue, failure);
    this.options.logger.error(
      { error, reason, event_id: head.headers['ce_id'], parked_message_id: head.parked_message_id },
      'a message is parked until it is replayed; so are later messages of its key if order matters',
    );
  }

  /** Dead letters for the head, and for messages that joined its queue during its tries. */
  async #publishLetters(
    tx: WorkerTx,
    queue: Queue,
    { head, ...cause }: ParkingCause & { readonly head: Head },
  ): Promise<void> {
    const { group, deadLetters, metrics } = this.options;
    await deadLetters.publish(messageOf(queue, head), cause);
    metrics.parked(cause.reason);
    const followers = await tx.query<Head>(
      byValues(`SELECT ${HEAD} FROM parked_messages WHERE consumer_group = $1 AND topic = $2
         AND message_key = $3 AND replayed_at IS NULL AND reason = $4 ORDER BY kafka_offset`),
      [group, queue.topic, queue.message_key, FOLLOWER],
    );
    for (const follower of followers) {
      await deadLetters.publish(messageOf(queue, follower), FOLLOWING);
      metrics.parked(FOLLOWER);
    }
  }
}

const HEAD = `parked_message_id, kafka_partition, kafka_offset::text AS offset_text, headers,
  value, reason, attempts, coalesce(replay_requested_at <= now(), false) AS "isDue"`;

function messageOf({ topic, message_key }: Queue, head: Head): RawMessage {
  return {
    topic,
    partition: head.kafka_partition,
    offset: head.offset_text,
    key: message_key,
    headers: head.headers,
    value: head.value,
  };
}
