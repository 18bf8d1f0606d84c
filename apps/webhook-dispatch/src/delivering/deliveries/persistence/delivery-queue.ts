import { Injectable } from '@nestjs/common';
import type { EventId, WebhookEndpointId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import { SUBSCRIBERS_OF_APP } from '../../../persistence/subscribers.lookup.js';
import type { Subscriber } from '../../../recording/events/ports.js';
import type { DeliveryState } from '../../../recording/queue/domain/delivery.transitions.js';
import type { Resend, ResendableDelivery } from '../ports.js';

/** Most rows that one statement moves; further retries follow at their own time, within 12 h. */
const MOST_HURRIED = 10_000;

const WELL = byValues(`UPDATE webhook_endpoint_health
  SET failing_since = NULL, consecutive_failures = 0, paused_until = NULL
  WHERE customer_app_id = $1 AND webhook_endpoint_id = $2`);

const HURRY = byValues(`UPDATE webhook_deliveries d SET due_at = $3
  FROM (SELECT customer_app_id, event_id, webhook_endpoint_id FROM webhook_deliveries
        WHERE customer_app_id = $1 AND webhook_endpoint_id = $2 AND status = 'RETRYING'
          AND due_at > $3 AND claimed_by IS NULL
        ORDER BY due_at LIMIT ${MOST_HURRIED}) waiting
  WHERE d.customer_app_id = waiting.customer_app_id AND d.event_id = waiting.event_id
    AND d.webhook_endpoint_id = waiting.webhook_endpoint_id`);

const LOCK =
  byValues(`SELECT webhook_endpoint_id, status, due_at, claimed_by FROM webhook_deliveries
  WHERE customer_app_id = $1 AND event_id = $2 AND webhook_endpoint_id = ANY ($3)
  ORDER BY webhook_endpoint_id FOR UPDATE`);

const AGAIN = byValues(`UPDATE webhook_deliveries d
  SET status = u.status, due_at = $4, claimed_by = NULL, retry_step = 0, retry_from = NULL
  FROM unnest($3::text[], $5::text[]) AS u(webhook_endpoint_id, status)
  WHERE d.customer_app_id = $1 AND d.event_id = $2
    AND d.webhook_endpoint_id = u.webhook_endpoint_id`);

const ADD =
  byValues(`INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id,
    resource_id, sequence, status, due_at, created_at)
  SELECT $1, $2, recipient, $4, $5, 'PENDING', $6, $6 FROM unnest($3::text[]) AS recipient
  ON CONFLICT DO NOTHING`);

/** Changes of deliveries by customer apps. */
@Injectable()
export class DeliveryQueue {
  /** Forgets the endpoint's failures and makes its retries due. */
  async reopen(
    tx: AppTx,
    { endpointId, at }: { readonly endpointId: WebhookEndpointId; readonly at: Date },
  ): Promise<void> {
    await tx.query(WELL, [tx.customerApp.id, endpointId]);
    await tx.query(HURRY, [tx.customerApp.id, endpointId, at]);
  }

  /** The endpoints of the app. */
  async subscribers(tx: AppTx): Promise<readonly Subscriber[]> {
    const [row] = await tx.query<{ found: Subscriber[] }>(
      byValues(`SELECT (${SUBSCRIBERS_OF_APP}) AS found`),
      [tx.customerApp.id],
    );
    return row?.found ?? [];
  }

  /** The deliveries of an event to these endpoints. */
  async lockOf(
    tx: AppTx,
    eventId: EventId,
    endpointIds: readonly WebhookEndpointId[],
  ): Promise<ResendableDelivery[]> {
    const rows = await tx.query<{
      webhook_endpoint_id: WebhookEndpointId;
      status: DeliveryState;
      due_at: Date | null;
      claimed_by: string | null;
    }>(LOCK, [tx.customerApp.id, eventId, endpointIds]);
    return rows.map((row) => ({
      endpointId: row.webhook_endpoint_id,
      status: row.status,
      inFlightUntil: row.claimed_by === null ? null : row.due_at,
    }));
  }

  async resend(tx: AppTx, { event, changes, added, at }: Resend): Promise<void> {
    const app = tx.customerApp.id;
    const again = changes.map(({ endpointId }) => endpointId);
    const statuses = changes.map(({ status }) => status);
    if (again.length > 0) await tx.query(AGAIN, [app, event.eventId, again, at, statuses]);
    const { eventId, resourceId, sequence } = event;
    if (added.length > 0) await tx.query(ADD, [app, eventId, added, resourceId, sequence, at]);
  }
}
