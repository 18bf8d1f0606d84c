import { newId, parseId, plusMs, type CustomerAppId, type Id } from '@towpath/kernel';
import { scrubText } from '@towpath/observability';
import { byValues, Transactions, type WorkerTx } from '@towpath/persistence';
import type { Origin, RawMessage } from '../consume/raw-message.js';
import { MAX_TRIES } from '../consume/tuning.js';

export type ParkedMessageId = Id<'ParkedMessage'>;

/** Why a message is parked. */
export interface ParkingCause {
  /** A reason of the failure policy, or `FOLLOWER`. */
  readonly reason: string;
  readonly error: unknown;
  /** Number of tries. */
  readonly attempts: number;
  /**
   * When the replayer tries the message again by itself; absent if only an operator can replay it.
   */
  readonly retryInMs?: number;
}

/** Behind a parked message of the same key: not tried at all. */
export const FOLLOWER = 'FOLLOWER';
export const FOLLOWING: ParkingCause = {
  reason: FOLLOWER,
  error: 'an earlier message of the same key is parked',
  attempts: 0,
};

const LONGEST_ERROR = 2_000;

/**
 * Messages set aside, in the service's own database. While a key has a waiting message, all later
 * ones of that key join the queue: their order is kept, and other keys are not held up.
 */
export class ParkingLot {
  constructor(
    private readonly transactions: Transactions,
    private readonly group: string,
  ) {}

  /** Keys of the partition that have waiting messages. */
  async parkedKeys({ topic, partition }: Origin): Promise<Set<string>> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<{ message_key: string }>(
        byValues(`SELECT DISTINCT message_key FROM parked_messages
         WHERE consumer_group = $1 AND topic = $2 AND kafka_partition = $3 AND replayed_at IS NULL`),
        [this.group, topic, partition],
      ),
    );
    return new Set(rows.map((row) => row.message_key));
  }

  /** Sets the message aside; once, however often it is delivered. */
  async park(message: RawMessage, cause: ParkingCause): Promise<void> {
    const { retryInMs } = cause;
    await this.transactions.asWorker(async (tx) => {
      await tx.begun;
      const replay = retryInMs === undefined ? null : plusMs(tx.systemNow, retryInMs);
      return this.#insert(tx, message, { ...cause, replay });
    });
  }

  /** Whether earlier messages of its key wait. */
  async hasQueue({ topic, key }: RawMessage): Promise<boolean> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query(
        byValues(`SELECT 1 AS waits FROM parked_messages WHERE consumer_group = $1 AND topic = $2
           AND message_key = $3 AND replayed_at IS NULL LIMIT 1`),
        [this.group, topic, key],
      ),
    );
    return rows.length > 0;
  }

  /**
   * Adds the message to the queue of its key. Returns undefined if the key has no queue, because a
   * replay may have just ended it. The lock on the head of the queue makes a replay in progress
   * wait, so the replay never misses this message. `isTriedAgain`: its head may pass by itself.
   */
  async joinQueue(message: RawMessage): Promise<{ readonly isTriedAgain: boolean } | undefined> {
    return this.transactions.asWorker(async (tx) => {
      const [head] = await tx.query<{ replay_requested_at: Date | null; attempts: number }>(
        byValues(`SELECT replay_requested_at, attempts FROM parked_messages
         WHERE consumer_group = $1 AND topic = $2 AND message_key = $3 AND replayed_at IS NULL
         ORDER BY kafka_offset LIMIT 1 FOR SHARE`),
        [this.group, message.topic, message.key],
      );
      if (!head) return undefined;
      const replay = head.replay_requested_at;
      await this.#insert(tx, message, { ...FOLLOWING, replay });
      return { isTriedAgain: replay !== null && head.attempts < MAX_TRIES };
    });
  }

  async #insert(
    tx: WorkerTx,
    message: RawMessage,
    cause: ParkingCause & { readonly replay: Date | null },
  ): Promise<void> {
    const { headers } = message;
    await tx.query(
      byValues(`INSERT INTO parked_messages (parked_message_id, consumer_group, topic, kafka_partition,
         kafka_offset, message_key, customer_app_id, event_id, event_name, headers, value, reason,
         error, attempts, replay_requested_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       ON CONFLICT ON CONSTRAINT parked_messages_offset_key DO NOTHING`),
      [
        newId<ParkedMessageId>(tx.systemNow),
        this.group,
        message.topic,
        message.partition,
        message.offset,
        message.key,
        parseId<CustomerAppId>(headers['customerappid']) ?? null,
        headers['ce_id'] ?? null,
        headers['ce_type'] ?? null,
        headers,
        message.value,
        cause.reason,
        errorText(cause.error),
        cause.attempts,
        cause.replay,
      ],
    );
  }
}

/** Name and message without secrets, as an operator may read them. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return scrubText(text).replaceAll('\0', '').slice(0, LONGEST_ERROR);
}
