import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@towpath/observability';
import { Transactions, type WorkerTx } from '@towpath/persistence';
import { judge } from '../consume/failure-policy.js';
import type { MessagePipeline } from '../consume/message-pipeline.js';
import type { RawMessage } from '../consume/raw-message.js';
import { errorText, type ParkedMessageId } from './parking-lot.js';

export interface ReplayerOptions {
  readonly group: string;
  readonly transactions: Transactions;
  readonly pipeline: Pick<MessagePipeline, 'handle'>;
  readonly logger: Logger;
  /** How often it looks for requested replays. Default 1 s. */
  readonly pollMs?: number;
}

interface Queue {
  readonly topic: string;
  readonly message_key: string;
}

interface Head {
  readonly parked_message_id: ParkedMessageId;
  readonly kafka_partition: number;
  readonly offset_text: string;
  readonly headers: Record<string, string>;
  readonly value: Buffer | null;
  readonly reason: string;
  readonly requested: boolean;
}

const POLL_MS = 1_000;

/**
 * Handles parked messages again, when somebody asked for it: each queue from its head, one replayer
 * at a time, through the same pipeline as live messages. A failure ends the replay of that queue
 * and leaves it waiting, order intact.
 */
export class Replayer {
  readonly #stopped = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: ReplayerOptions) {}

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Finishes the message in hand. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { logger, pollMs = POLL_MS } = this.options;
    while (!this.#stopped.signal.aborted) {
      try {
        await this.runRequested();
      } catch (error) {
        logger.warn({ error }, 'the replay of parked messages is interrupted');
      }
      await pause(pollMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Replays all queues that were asked for. Returns the number of messages replayed. */
  async runRequested(): Promise<number> {
    const queues = await this.options.transactions.asWorker((tx) =>
      tx.query<Queue>(
        `SELECT DISTINCT topic, message_key FROM parked_messages
         WHERE consumer_group = $1 AND replayed_at IS NULL AND replay_requested_at IS NOT NULL`,
        [this.options.group],
      ),
    );
    let replayed = 0;
    for (const queue of queues) {
      while (!this.#stopped.signal.aborted && (await this.#replayHead(queue))) replayed += 1;
    }
    return replayed;
  }

  /**
   * Holds the head's row until its effect is committed: a live message of the same key waits for
   * that, then either joins the queue behind it or, when the queue is empty, is handled after it.
   */
  async #replayHead(queue: Queue): Promise<boolean> {
    return this.options.transactions.asWorker(async (tx) => {
      const head = await this.#lockHead(tx, queue);
      if (!head?.requested) return false;
      const message = messageOf(queue, head);
      try {
        await this.options.pipeline.handle(message, { acceptGap: head.reason === 'GAP' });
      } catch (error) {
        const { verdict, reason } = judge(error);
        if (verdict === 'wait') throw error;
        await this.#putBack(tx, queue, { head, reason, error });
        return false;
      }
      await this.#settle(tx, queue, head);
      return true;
    });
  }

  /** Hands the request on to the next: it may have joined while the replay was being asked for. */
  async #settle(tx: WorkerTx, queue: Queue, head: Head): Promise<void> {
    await tx.query(
      `UPDATE parked_messages SET replayed_at = clock_timestamp(), attempts = attempts + 1
       WHERE parked_message_id = $1`,
      [head.parked_message_id],
    );
    await tx.query(
      `UPDATE parked_messages SET replay_requested_at = coalesce(replay_requested_at, now())
       WHERE parked_message_id = (SELECT parked_message_id FROM parked_messages
         WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL
         ORDER BY kafka_offset LIMIT 1)`,
      [this.options.group, queue.topic, queue.message_key],
    );
  }

  async #lockHead(tx: WorkerTx, queue: Queue): Promise<Head | undefined> {
    const { group } = this.options;
    const [lock] = await tx.query<{ held: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtext($1)) AS held`,
      [`towpath replay ${group}`],
    );
    if (!lock?.held) return undefined;
    const [head] = await tx.query<Head>(
      `SELECT parked_message_id, kafka_partition, kafka_offset::text AS offset_text, headers, value,
         reason, replay_requested_at IS NOT NULL AS requested
       FROM parked_messages
       WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL
       ORDER BY kafka_offset LIMIT 1 FOR UPDATE`,
      [group, queue.topic, queue.message_key],
    );
    return head;
  }

  async #putBack(
    tx: WorkerTx,
    queue: Queue,
    failure: { readonly head: Head; readonly reason: string; readonly error: unknown },
  ): Promise<void> {
    const { head, reason, error } = failure;
    await tx.query(
      `UPDATE parked_messages SET attempts = attempts + 1, reason = $2, error = $3
       WHERE parked_message_id = $1`,
      [head.parked_message_id, reason, errorText(error)],
    );
    await tx.query(
      `UPDATE parked_messages SET replay_requested_at = NULL
       WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL`,
      [this.options.group, queue.topic, queue.message_key],
    );
    this.options.logger.error(
      { error, event_id: head.headers['ce_id'], parked_message_id: head.parked_message_id },
      'a replayed message failed: its queue waits again',
    );
  }
}

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
