import type { CustomerAppId, EventId } from '@towpath/kernel';
import { toHeaders } from '../cloud-event.js';
import pg from 'pg';

/**
 * Makes every event that was committed since an instant unpublished, so that the relay sends it
 * once more: consumers know an event by its ID. For a database that was restored; its service must
 * not run. Returns how many.
 * @param workerUrl the worker role of the service's database
 */
export async function publishAgain(workerUrl: string, since: Date): Promise<number> {
  const client = new pg.Client({ connectionString: workerUrl, application_name: 'publish-again' });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'UPDATE outbox SET published_at = NULL WHERE created_at > $1 AND published_at IS NOT NULL',
      [since],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** An event that is committed and not yet known to be in Kafka. `position` and `sequence` are int8. */
export interface OutboxRow {
  readonly position: string;
  readonly event_id: EventId;
  readonly customer_app_id: CustomerAppId;
  readonly topic: string;
  readonly message_key: string;
  readonly event_name: string;
  readonly event_version: number;
  readonly sequence: string;
  /** JSON text. */
  readonly payload: string;
  readonly traceparent: string | null;
  readonly request_id: string | null;
  readonly occurred_at: Date;
  /** Seconds since it was committed, by the database's clock. */
  readonly age_seconds: number;
}

/** The Kafka message of an outbox row. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

/** The row as a CloudEvent of `source`, the service that publishes. */
export function toMessage(row: OutboxRow, source: string): OutgoingMessage {
  return {
    topic: row.topic,
    key: row.message_key,
    value: row.payload,
    headers: toHeaders({
      eventId: row.event_id,
      name: row.event_name,
      version: row.event_version,
      source,
      subject: row.message_key,
      occurredAt: row.occurred_at,
      customerAppId: row.customer_app_id,
      sequence: Number(row.sequence),
      traceparent: row.traceparent ?? undefined,
      requestId: row.request_id ?? undefined,
    }),
  };
}

/** The unit of order: rows with the same address are published one after the other. */
export function addressOf(row: Pick<OutboxRow, 'topic' | 'message_key'>): string {
  return `${row.topic} ${row.message_key}`;
}
