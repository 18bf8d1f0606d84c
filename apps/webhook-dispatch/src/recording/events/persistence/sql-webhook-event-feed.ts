import { Injectable } from '@nestjs/common';
import type { EventId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import type { FeedCursor } from '../feed-cursor.js';
import {
  WebhookEventFeed,
  type DeliveryAttempt,
  type EventFilters,
  type WebhookEvent,
} from '../ports.js';
import { webhookMessages } from '../webhook-event.table.js';
import { eventFromRow, type EventRow } from './webhook-event.mapper.js';

const SHOWN_STATUS = `CASE WHEN NOT e.enabled AND d.status IN ('PENDING', 'RETRYING')
  THEN 'HELD' ELSE d.status END`;
const DELIVERIES = `webhook_deliveries d
  JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
  WHERE d.customer_app_id = m.customer_app_id AND d.event_id = m.event_id
    AND e.deleted_at IS NULL`;
const EVENT = `SELECT ${webhookMessages.select(
  'eventId',
  'eventType',
  'eventTime',
  'resourceId',
  'sequence',
  'createdAt',
  'body',
  'recordedIn',
)},
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'webhook_endpoint_id', webhook_endpoint_id, 'status', ${SHOWN_STATUS},
        'attempts', d.attempts, 'last_attempt_at', d.last_attempt_at, 'due_at', d.due_at,
        'last_status_code', d.last_status_code) ORDER BY webhook_endpoint_id), '[]'::jsonb)
     FROM ${DELIVERIES}) AS deliveries
  FROM webhook_messages m WHERE m.customer_app_id = $1`;

const PAGE = byValues(`${EVENT}
    AND m.recorded_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    AND ($2::bigint IS NULL OR (m.recorded_in, m.event_id) > ($2, $3))
    AND (cardinality($4::text[]) = 0 OR m.event_type = ANY ($4))
    AND ((cardinality($5::text[]) = 0 AND $6::text IS NULL) OR EXISTS (
      SELECT 1 FROM ${DELIVERIES}
        AND (cardinality($5::text[]) = 0 OR ${SHOWN_STATUS} = ANY ($5))
        AND ($6::text IS NULL OR webhook_endpoint_id = $6)))
    AND ($7::text IS NULL OR m.resource_id = $7)
    AND ($8::timestamptz IS NULL OR m.created_at >= $8)
    AND ($9::timestamptz IS NULL OR m.created_at < $9)
  ORDER BY m.recorded_in, m.event_id LIMIT $10`);

const ATTEMPTS = byValues(`SELECT attempt_id AS "attemptId", event_id AS "eventId",
    webhook_endpoint_id AS "endpointId", attempt_number AS "attemptNumber", outcome,
    started_at AS "startedAt", duration_ms AS "durationMs", status_code AS "statusCode",
    response_body AS "responseBody", error
  FROM webhook_attempts WHERE customer_app_id = $1 AND event_id = $2
  ORDER BY started_at DESC, attempt_id DESC`);

@Injectable()
export class SqlWebhookEventFeed extends WebhookEventFeed {
  override async page(
    tx: AppTx,
    filters: EventFilters,
    { after, limit }: { readonly after: FeedCursor | null; readonly limit: number },
  ): Promise<WebhookEvent[]> {
    const rows = await tx.query<EventRow>(PAGE, [
      tx.customerApp.id,
      after?.recordedIn ?? null,
      after?.eventId ?? null,
      filters.eventTypes,
      filters.statuses,
      filters.endpointId,
      filters.resourceId,
      filters.createdFrom,
      filters.createdTo,
      limit,
    ]);
    return rows.map(eventFromRow);
  }

  override async find(tx: AppTx, eventId: EventId): Promise<WebhookEvent | null> {
    const [row] = await tx.query<EventRow>(byValues(`${EVENT} AND m.event_id = $2`), [
      tx.customerApp.id,
      eventId,
    ]);
    return row ? eventFromRow(row) : null;
  }

  override attempts(tx: AppTx, eventId: EventId): Promise<DeliveryAttempt[]> {
    return tx.query<DeliveryAttempt>(ATTEMPTS, [tx.customerApp.id, eventId]);
  }
}
