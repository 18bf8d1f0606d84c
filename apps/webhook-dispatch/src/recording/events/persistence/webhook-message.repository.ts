import { Injectable } from '@nestjs/common';
import type { PublicWebhook } from '@towpath/contracts';
import { WriteBatch, byKey, type AppTx } from '@towpath/persistence';
import { SUBSCRIBERS_OF_APP } from '../../../persistence/subscribers.lookup.js';
import type { Moment, NewMessage, NumberedResources, Subscriber } from '../ports.js';

// In one order, so that two transactions cannot wait for each other.
const NEXT = byKey(`WITH counted AS (
    INSERT INTO webhook_resources AS r
      (customer_app_id, resource_kind, resource_id, last_sequence, updated_at)
    SELECT $1, kind, id, events, $5
    FROM unnest($2::text[], $3::text[], $4::bigint[]) AS told (kind, id, events)
    ORDER BY kind, id
    ON CONFLICT (customer_app_id, resource_kind, resource_id) DO UPDATE
      SET last_sequence = r.last_sequence + excluded.last_sequence,
        updated_at = excluded.updated_at
    RETURNING resource_kind, resource_id, last_sequence)
  SELECT (SELECT jsonb_agg(counted) FROM counted) AS counted,
    (${SUBSCRIBERS_OF_APP}) AS subscribers`);

const ADD = `WITH told AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS m (event_id text, event_type text,
      resource_kind text, resource_id text, sequence bigint, event_time timestamptz, body text,
      request_id text, traceparent text, recipients text[])),
  messages AS (
    INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind,
      resource_id, sequence, event_time, body, request_id, traceparent, created_at)
    SELECT $1, event_id, event_type, resource_kind, resource_id, sequence, event_time,
      decode(body, 'base64'), request_id, traceparent, $3 FROM told)
  INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id, resource_id,
    sequence, status, due_at, created_at)
  SELECT $1, event_id, recipient, resource_id, sequence, 'PENDING', $3, $3
  FROM told, unnest(recipients) AS recipient`;

interface Counted {
  readonly resource_kind: string;
  readonly resource_id: string;
  readonly last_sequence: number;
}

type Resource = PublicWebhook['resource'];

@Injectable()
export class WebhookMessageRepository {
  /**
   * Counts one more event for each resource that is listed, in this order, and reads the app's
   * endpoints in the same round trip.
   */
  async next(
    tx: AppTx,
    resources: readonly Resource[],
    { at }: Moment,
  ): Promise<NumberedResources> {
    const events = new Map<string, { readonly resource: Resource; count: number }>();
    for (const resource of resources) {
      const known = events.get(addressOf(resource));
      if (known) known.count += 1;
      else events.set(addressOf(resource), { resource, count: 1 });
    }
    const told = [...events.values()];
    const [row] = await tx.query<{ counted: Counted[]; subscribers: Subscriber[] }>(NEXT, [
      tx.customerApp.id,
      told.map(({ resource }) => resource.kind),
      told.map(({ resource }) => resource.id),
      told.map(({ count }) => count),
      at,
    ]);
    if (!row) throw new Error('the resources were not counted');
    const next = new Map<string, number>();
    for (const { resource_kind: kind, resource_id: id, last_sequence: last } of row.counted) {
      const address = addressOf({ kind, id });
      next.set(address, last - (events.get(address)?.count ?? 0) + 1);
    }
    const sequences = resources.map((resource) => {
      const sequence = next.get(addressOf(resource)) ?? 0;
      next.set(addressOf(resource), sequence + 1);
      return sequence;
    });
    return { sequences, subscribers: row.subscribers };
  }

  /** The events and one delivery for each recipient. Travels with COMMIT. */
  add(tx: AppTx, messages: readonly NewMessage[], { at }: Moment): void {
    const rows = messages.map((message) => ({
      event_id: message.eventId,
      event_type: message.eventType,
      resource_kind: message.resource.kind,
      resource_id: message.resource.id,
      sequence: message.sequence,
      event_time: message.eventTime,
      body: message.body.toString('base64'),
      request_id: message.requestId,
      traceparent: message.traceparent,
      recipients: message.recipients,
    }));
    tx.write(new WriteBatch().statement(ADD, [tx.customerApp.id, JSON.stringify(rows), at]));
  }
}

function addressOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}
