import { Injectable } from '@nestjs/common';
import type { WebhookEventType } from '@towpath/contracts';
import type {
  ListWebhookAttemptsResponse,
  ListWebhookEventsQuery,
  ListWebhookEventsResponse,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type EventId,
  type WebhookEndpointId,
} from '@towpath/kernel';
import { byValues, Transactions, type AppTx, type RowOf } from '@towpath/persistence';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.js';
import { webhookMessages } from './webhook-event.table.js';

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
const BY_ID = byValues(`${EVENT} AND m.event_id = $2`);

// It ends before the oldest transaction that may still add an event, so a reader that follows it
// misses none.
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

const ATTEMPTS =
  byValues(`SELECT attempt_id, event_id, webhook_endpoint_id, attempt_number, outcome,
    started_at, duration_ms, status_code, response_body, error
  FROM webhook_attempts WHERE customer_app_id = $1 AND event_id = $2
  ORDER BY started_at DESC, attempt_id DESC`);

/** The row in PostgreSQL's JSON: instants are text. */
interface DeliveryRow {
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly status: WebhookDelivery['status'];
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  readonly due_at: string | null;
  readonly last_status_code: number | null;
}

/** A stored event with what became of it at each endpoint that exists. */
export type WebhookEvent = Omit<
  RowOf<typeof webhookMessages>,
  'customerAppId' | 'resourceKind' | 'requestId' | 'traceparent'
> & {
  readonly recordedIn: number;
  readonly deliveries: readonly DeliveryRow[];
};

type AttemptRow = Omit<WebhookAttempt, 'started_at' | 'status_code' | 'response_body' | 'error'> & {
  readonly started_at: Date;
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
};

/** The feed of events, and the attempts to deliver one. */
@Injectable()
export class WebhookEventsReads {
  constructor(private readonly db: Transactions) {}

  /** Oldest first. */
  async list(
    app: CustomerAppId,
    query: ListWebhookEventsQuery,
  ): Promise<ListWebhookEventsResponse> {
    const after = query.after === undefined ? null : decodeFeedCursor(query.after);
    const params = [
      app,
      after?.recordedIn ?? null,
      after?.eventId ?? null,
      query.event_types ?? [],
      query.statuses ?? [],
      query.webhook_endpoint_id ?? null,
      query.resource_id ?? null,
      query.created_from === undefined ? null : new Date(query.created_from),
      query.created_to === undefined ? null : new Date(query.created_to),
      query.limit,
    ];
    const read = (tx: AppTx) => tx.query<WebhookEvent>(PAGE, params);
    const events = await this.db.forApp(app, read, { readOnly: true });
    const last = events.at(-1);
    // Also after the newest event: the feed goes on from there when there are more.
    const next = last ? { next_cursor: encodeFeedCursor(last) } : {};
    return { webhook_events: events.map(eventBody), ...next };
  }

  async get(app: CustomerAppId, rawEventId: string): Promise<WebhookEventResponse> {
    const eventId = parseEventId(rawEventId);
    const read = (tx: AppTx) => this.find(tx, eventId);
    return eventBody(await this.db.forApp(app, read, { readOnly: true }));
  }

  /** Newest first. */
  async attempts(app: CustomerAppId, rawEventId: string): Promise<ListWebhookAttemptsResponse> {
    const eventId = parseEventId(rawEventId);
    const read = async (tx: AppTx) => {
      const found = await tx.query<AttemptRow>(ATTEMPTS, [app, eventId]);
      if (found.length === 0) await this.find(tx, eventId);
      return { attempts: found.map(attemptBody) };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Throws `WEBHOOK_EVENT_NOT_FOUND`. */
  async find(tx: AppTx, eventId: EventId): Promise<WebhookEvent> {
    const [event] = await tx.query<WebhookEvent>(BY_ID, [tx.customerApp.id, eventId]);
    if (!event) throw eventNotFound();
    return event;
  }
}

/** The same answer for a malformed, an unknown and another app's ID: none of them exists here. */
function eventNotFound(): DomainError {
  return new DomainError('WEBHOOK_EVENT_NOT_FOUND', 'No webhook event has this ID.');
}

export function parseEventId(raw: string): EventId {
  const eventId = parseId<EventId>(raw);
  if (!eventId) throw eventNotFound();
  return eventId;
}

export function eventBody(event: WebhookEvent): WebhookEventResponse {
  return {
    event_id: event.eventId,
    event_type: event.eventType as WebhookEventType,
    event_time: event.eventTime.toISOString(),
    resource_id: event.resourceId,
    sequence: event.sequence,
    created_at: event.createdAt.toISOString(),
    body: JSON.parse(event.body.toString('utf8')) as Record<string, unknown>,
    deliveries: event.deliveries.map(deliveryBody),
  };
}

function deliveryBody({ due_at, ...delivery }: DeliveryRow): WebhookDelivery {
  return {
    webhook_endpoint_id: delivery.webhook_endpoint_id,
    status: delivery.status,
    attempts: delivery.attempts,
    last_attempt_at: instantOf(delivery.last_attempt_at),
    // A held delivery has no next try until the endpoint is enabled.
    next_attempt_at: delivery.status === 'HELD' ? undefined : instantOf(due_at),
    last_status_code: delivery.last_status_code ?? undefined,
  };
}

function instantOf(text: string | null): string | undefined {
  return text === null ? undefined : new Date(text).toISOString();
}

function attemptBody(attempt: AttemptRow): WebhookAttempt {
  return {
    ...attempt,
    started_at: attempt.started_at.toISOString(),
    status_code: attempt.status_code ?? undefined,
    response_body: attempt.response_body ?? undefined,
    error: attempt.error ?? undefined,
  };
}
