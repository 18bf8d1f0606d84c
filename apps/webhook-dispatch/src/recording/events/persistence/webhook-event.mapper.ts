import type { WebhookDeliveryStatus } from '@towpath/contracts';
import type { EventId, WebhookEndpointId } from '@towpath/kernel';
import type { DeliveryAttempt, EventDelivery, WebhookEvent } from '../ports.js';
import type { WebhookMessageEntity } from './webhook-message.entity.js';

/** The row in PostgreSQL's JSON: instants are text. */
interface DeliveryJson {
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  readonly due_at: string | null;
  readonly last_status_code: number | null;
}

export type EventRow = WebhookMessageEntity & { readonly deliveries: readonly DeliveryJson[] };

export interface AttemptRow {
  readonly attempt_id: string;
  readonly event_id: EventId;
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly attempt_number: number;
  readonly outcome: 'SUCCEEDED' | 'FAILED';
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

export function eventFromRow(row: EventRow): WebhookEvent {
  const eventId = row.event_id as EventId;
  return {
    cursor: { recordedIn: row.recorded_in, eventId },
    eventId,
    eventType: row.event_type,
    eventTime: row.event_time,
    resourceId: row.resource_id,
    sequence: row.sequence,
    createdAt: row.created_at,
    body: row.body,
    deliveries: row.deliveries.map(deliveryFromJson),
  };
}

function deliveryFromJson(json: DeliveryJson): EventDelivery {
  // A held delivery has no next try until the endpoint is enabled.
  const dueAt = json.status === 'HELD' ? null : json.due_at;
  return {
    endpointId: json.webhook_endpoint_id,
    status: json.status,
    attempts: json.attempts,
    lastAttemptAt: instantOrNull(json.last_attempt_at),
    nextAttemptAt: instantOrNull(dueAt),
    lastStatusCode: json.last_status_code,
  };
}

export function attemptFromRow(row: AttemptRow): DeliveryAttempt {
  return {
    attemptId: row.attempt_id,
    eventId: row.event_id,
    endpointId: row.webhook_endpoint_id,
    attemptNumber: row.attempt_number,
    outcome: row.outcome,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    responseBody: row.response_body,
    error: row.error,
  };
}

function instantOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
