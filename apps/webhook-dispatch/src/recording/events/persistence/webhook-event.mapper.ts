import type { WebhookDeliveryStatus } from '@towpath/contracts';
import type { WebhookEndpointId } from '@towpath/kernel';
import type { EventDelivery, WebhookEvent } from '../ports.js';

/** The row in PostgreSQL's JSON: instants are text. */
interface DeliveryJson {
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  readonly due_at: string | null;
  readonly last_status_code: number | null;
}

export type EventRow = Omit<WebhookEvent, 'cursor' | 'deliveries'> & {
  readonly recordedIn: number;
  readonly deliveries: readonly DeliveryJson[];
};

export function eventFromRow({ recordedIn, deliveries, ...event }: EventRow): WebhookEvent {
  const cursor = { recordedIn, eventId: event.eventId };
  return { cursor, ...event, deliveries: deliveries.map(deliveryFromJson) };
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

function instantOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
