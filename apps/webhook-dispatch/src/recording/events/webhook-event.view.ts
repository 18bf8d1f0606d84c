import type { WebhookEventType } from '@towpath/contracts';
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import type { DeliveryAttempt, EventDelivery, WebhookEvent } from './ports.js';

/** The public form of an event. */
export function eventView(event: WebhookEvent): WebhookEventResponse {
  return {
    event_id: event.eventId,
    event_type: event.eventType as WebhookEventType,
    event_time: event.eventTime.toISOString(),
    resource_id: event.resourceId,
    sequence: event.sequence,
    created_at: event.createdAt.toISOString(),
    body: JSON.parse(event.body.toString('utf8')) as Record<string, unknown>,
    deliveries: event.deliveries.map(deliveryView),
  };
}

function deliveryView(delivery: EventDelivery): WebhookDelivery {
  return {
    webhook_endpoint_id: delivery.endpointId,
    status: delivery.status,
    attempts: delivery.attempts,
    last_attempt_at: delivery.lastAttemptAt?.toISOString(),
    next_attempt_at: delivery.nextAttemptAt?.toISOString(),
    last_status_code: delivery.lastStatusCode ?? undefined,
  };
}

export function attemptView(attempt: DeliveryAttempt): WebhookAttempt {
  return {
    attempt_id: attempt.attemptId,
    event_id: attempt.eventId,
    webhook_endpoint_id: attempt.endpointId,
    attempt_number: attempt.attemptNumber,
    outcome: attempt.outcome,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode ?? undefined,
    response_body: attempt.responseBody ?? undefined,
    error: attempt.error ?? undefined,
  };
}
