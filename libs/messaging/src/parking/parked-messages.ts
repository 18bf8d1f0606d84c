import type { EventRegistry } from '@towpath/contracts';
import {
  byValues,
  Inbox,
  Transactions,
  type CommandRun,
  type WorkerTx,
} from '@towpath/persistence';
import { fromHeaders, UnreadableMessage, type CloudEvent } from '../cloud-event.js';
import type { ParkedMessageId } from './parking-lot.js';

/** A parked message as an operator sees it. Offsets are text: they are int64. */
export interface ParkedMessage {
  readonly id: ParkedMessageId;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly customerAppId: string | null;
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The value as text; null when the message has none. */
  readonly value: string | null;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
  readonly parkedAt: Date;
  readonly replayRequestedAt: Date | null;
  /** When the message left the queue: replayed with success, or discarded (see `reason`). */
  readonly settledAt: Date | null;
}

export interface ParkedMessageFilter {
  readonly topic?: string;
  readonly key?: string;
  /** Settled ones too; default false. */
  readonly settled?: boolean;
  /** ID of the last message of the page before. */
  readonly after?: ParkedMessageId;
  /** Default 100. */
  readonly limit?: number;
}

/**
 * Selects messages to replay. A message is replayed with its whole key, so that their order
 * remains.
 */
export type ReplaySelection =
  /** With its key; of `apps`, if they are given: none if another app's waits there too. */
  | { readonly id: ParkedMessageId; readonly apps?: readonly string[] | undefined }
  | { readonly topic: string; readonly key: string }
  | 'all';

export const DISCARDED = 'DISCARDED';

/** A message, and what else waits under its topic and key. */
export interface ParkedOfKey {
  readonly message: ParkedMessage;
  /** In the order of parking. */
  readonly others: readonly ParkedMessage[];
}

const MAX_OTHERS = 1_000;

/** Operations on the parked messages of one service, for operators. */
export class ParkedMessages {
  readonly #inbox = new Inbox();

  constructor(
    private readonly transactions: Transactions,
    private readonly group: string,
    private readonly registry: EventRegistry,
  ) {}

  /** In the order of parking. */
  async list(filter: ParkedMessageFilter = {}): Promise<ParkedMessage[]> {
    const { topic = null, key = null, settled = false, after = null, limit = 100 } = filter;
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<ParkedRow>(
        byValues(`SELECT ${COLUMNS} FROM parked_messages WHERE consumer_group = $1
           AND ($2::text IS NULL OR topic = $2) AND ($3::text IS NULL OR message_key = $3)
           AND ($4 OR replayed_at IS NULL) AND ($5::text IS NULL OR parked_message_id > $5)
         ORDER BY parked_message_id LIMIT $6`),
        [this.group, topic, key, settled, after, limit],
      ),
    );
    return rows.map(withText);
  }

  async show(id: ParkedMessageId): Promise<ParkedMessage | undefined> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<ParkedRow>(
        byValues(`SELECT ${COLUMNS} FROM parked_messages
         WHERE consumer_group = $1 AND parked_message_id = $2`),
        [this.group, id],
      ),
    );
    return row && withText(row);
  }

  async showOfKey(id: ParkedMessageId): Promise<ParkedOfKey | undefined> {
    const message = await this.show(id);
    if (!message) return undefined;
    const { topic, key } = message;
    const waiting = await this.list({ topic, key, limit: MAX_OTHERS });
    return { message, others: waiting.filter((other) => other.id !== id) };
  }

  /**
   * Number of waiting messages, of one customer app or of all. `resting`: those that wait for a
   * request; the others are replayed automatically, or their replay was requested.
   */
  async count(
    customerAppId?: string,
    { resting }: { readonly resting?: boolean } = {},
  ): Promise<number> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<{ waiting: number }>(
        byValues(`SELECT count(*) AS waiting FROM parked_messages WHERE consumer_group = $1
           AND replayed_at IS NULL AND ($2::text IS NULL OR customer_app_id = $2)
           AND ($3::boolean IS NULL OR (replay_requested_at IS NULL) = $3)`),
        [this.group, customerAppId ?? null, resting ?? null],
      ),
    );
    return row?.waiting ?? 0;
  }

  /**
   * Requests a replay, which the running service executes. Returns the number of requested
   * messages; the audit has an entry for each.
   */
  async requestReplay(selection: ReplaySelection, run?: CommandRun): Promise<number> {
    const all = selection === 'all';
    const { id = null, apps = null } = !all && 'id' in selection ? selection : {};
    const { topic, key } = !all && 'key' in selection ? selection : { topic: null, key: null };
    return this.transactions.asWorker(async (tx) => {
      const asked = await tx.query<NamedRow>(
        byValues(`UPDATE parked_messages p SET replay_requested_at = now()
         WHERE consumer_group = $1 AND replayed_at IS NULL AND ($2
           OR (topic = $3 AND message_key = $4)
           OR (topic, message_key) IN (SELECT topic, message_key FROM parked_messages
                WHERE consumer_group = $1 AND parked_message_id = $5 AND replayed_at IS NULL))
           AND ($6::text[] IS NULL OR NOT EXISTS (SELECT FROM parked_messages o
                WHERE o.consumer_group = $1 AND o.replayed_at IS NULL AND o.topic = p.topic
                  AND o.message_key = p.message_key
                  AND (o.customer_app_id = ANY ($6)) IS NOT TRUE))
         RETURNING ${NAMED}`),
        [this.group, all, topic, key, id, apps],
      );
      for (const row of asked) await run?.record(tx, aboutOf(row));
      return asked.length;
    });
  }

  /**
   * Removes a message from the queue permanently, as if it had been handled: another delivery of
   * the event has no effect, and there is no gap. Returns false if the message is not waiting.
   */
  async discard(
    id: ParkedMessageId,
    { reason, run }: { readonly reason: string; readonly run?: CommandRun },
  ): Promise<boolean> {
    return this.transactions.asWorker(async (tx) => {
      const rows = await tx.query<NamedRow & { headers: Record<string, string> }>(
        byValues(`UPDATE parked_messages
         SET replayed_at = now(), error = $3 || '; parked as ' || reason || ': ' || error,
           reason = '${DISCARDED}'
         WHERE consumer_group = $1 AND parked_message_id = $2 AND replayed_at IS NULL
         RETURNING headers, ${NAMED}`),
        [this.group, id, reason],
      );
      const [row] = rows;
      if (row) {
        await this.#consider(tx, row.headers);
        await run?.record(tx, { ...aboutOf(row), reason });
      }
      return row !== undefined;
    });
  }

  async #consider(tx: WorkerTx, headers: Readonly<Record<string, string>>): Promise<void> {
    const event = readable(headers);
    const definition = this.registry
      .all()
      .find(({ name, version }) => name === event?.name && version === event.version);
    if (!event || !definition) return;
    const { eventId, customerAppId, subject: aggregateId, sequence } = event;
    const { group } = this;
    const { aggregate } = definition;
    await this.#inbox.firstTime(tx, { group, eventId, customerAppId });
    await this.#inbox.accept(tx, { group, aggregate, aggregateId, customerAppId, sequence });
  }
}

const COLUMNS = `parked_message_id AS "id", topic, kafka_partition AS "partition",
  kafka_offset::text AS "offset", message_key AS "key", customer_app_id AS "customerAppId",
  event_id AS "eventId", event_name AS "eventName", headers,
  value, reason, error, attempts, parked_at AS "parkedAt",
  replay_requested_at AS "replayRequestedAt", replayed_at AS "settledAt"`;

const NAMED = 'parked_message_id, customer_app_id';

interface NamedRow {
  readonly parked_message_id: string;
  readonly customer_app_id: string | null;
}

/** For the audit. */
function aboutOf({ parked_message_id: id, customer_app_id: app }: NamedRow) {
  return { kind: 'parked_message', id, customerAppId: app ?? undefined };
}

function readable(headers: Readonly<Record<string, string>>): CloudEvent | undefined {
  try {
    return fromHeaders(headers);
  } catch (error) {
    if (error instanceof UnreadableMessage) return undefined;
    throw error;
  }
}

type ParkedRow = Omit<ParkedMessage, 'value'> & { readonly value: Buffer | null };

function withText(row: ParkedRow): ParkedMessage {
  return { ...row, value: row.value?.toString('utf8') ?? null };
}
