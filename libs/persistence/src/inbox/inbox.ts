import type { CustomerAppId } from '@towpath/kernel';
import type { Tx } from '../transactions/tx.js';
import { byKey } from '../transactions/planned-statement.js';

export interface ReceivedEvent {
  /** Kafka consumer group: the service's name. */
  readonly group: string;
  readonly eventId: string;
  readonly customerAppId: CustomerAppId;
}

export interface ReceivedPosition {
  readonly group: string;
  /** `payment-link`, `payment` …: the aggregate's type. */
  readonly aggregate: string;
  readonly aggregateId: string;
  readonly customerAppId: CustomerAppId;
  /** `sequence` of the event, from 1. */
  readonly sequence: number;
}

/**
 * `new`: the very next event of its aggregate. `stale`: this or a later one was accepted before.
 * `gap`: earlier events are missing.
 */
export type Acceptance = 'new' | 'stale' | 'gap';

export interface ReceivedEvents {
  readonly group: string;
  readonly eventIds: readonly string[];
  readonly customerAppId: CustomerAppId;
}

const MOVE_ON = `ON CONFLICT (consumer_group, aggregate, aggregate_id) DO UPDATE
         SET sequence = greatest(known.sequence, excluded.sequence), updated_at = now()
       RETURNING old.sequence AS previous`;

/** The events that a consumer group has handled, written in the transaction of their effect. */
export class Inbox {
  /** True once per event and group: false means that its effect is already committed. */
  async firstTime(tx: Tx, event: ReceivedEvent): Promise<boolean> {
    const rows = await tx.query(
      byKey(`INSERT INTO inbox (consumer_group, event_id, customer_app_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING 1 AS first`),
      [event.group, event.eventId, event.customerAppId],
    );
    return rows.length === 1;
  }

  /**
   * Both in one statement: null for an event that came before, which leaves the position as it is.
   * Otherwise as `accept`.
   */
  async firstTimeAt(
    tx: Tx,
    { eventId, ...position }: ReceivedEvent & ReceivedPosition,
  ): Promise<Acceptance | null> {
    const { group, aggregate, aggregateId, customerAppId, sequence } = position;
    const [row] = await tx.query<{ previous: number | null }>(
      byKey(`WITH fresh AS (
         INSERT INTO inbox (consumer_group, event_id, customer_app_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING consumer_group, customer_app_id)
       INSERT INTO aggregate_positions AS known
         (consumer_group, aggregate, aggregate_id, customer_app_id, sequence)
       SELECT consumer_group, $4, $5, customer_app_id, $6 FROM fresh
       ${MOVE_ON}`),
      [group, eventId, customerAppId, aggregate, aggregateId, sequence],
    );
    return row ? accepted(sequence, row.previous) : null;
  }

  /** IDs of events that arrived for the first time; a repeated ID in the list counts once. */
  async firstTimes(tx: Tx, events: ReceivedEvents): Promise<Set<string>> {
    const rows = await tx.query<{ event_id: string }>(
      byKey(`INSERT INTO inbox (consumer_group, event_id, customer_app_id)
       SELECT $1, event_id, $2 FROM unnest($3::text[]) AS event_id ORDER BY event_id
       ON CONFLICT DO NOTHING RETURNING event_id`),
      [events.group, events.customerAppId, events.eventIds],
    );
    return new Set(rows.map((row) => row.event_id));
  }

  /**
   * Moves the group's position of the aggregate to this event, and returns its relation to the
   * previous one. A handler that copies a status skips `stale`. A handler whose effects add up
   * throws for `gap`, which also rolls back the move.
   */
  async accept(tx: Tx, event: ReceivedPosition): Promise<Acceptance> {
    const [row] = await tx.query<{ previous: number | null }>(
      byKey(`INSERT INTO aggregate_positions AS known
         (consumer_group, aggregate, aggregate_id, customer_app_id, sequence)
       VALUES ($1, $2, $3, $4, $5)
       ${MOVE_ON}`),
      [event.group, event.aggregate, event.aggregateId, event.customerAppId, event.sequence],
    );
    return accepted(event.sequence, row?.previous ?? null);
  }
}

function accepted(sequence: number, previous: number | null): Acceptance {
  const last = previous ?? 0;
  if (sequence <= last) return 'stale';
  return sequence === last + 1 ? 'new' : 'gap';
}
