import { field, oneOf } from '../../fields/index.js';
import { WEBHOOK_DELIVERY_STATUSES, type WebhookDeliveryStatus } from '../../states/index.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhooks/event-types.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../shared/page.dto.js';

const ID_LIMITS = { min: 1, max: 100 };

/** The feed: `after` continues exactly where the page before ended. */
export class ListWebhookEventsQuery {
  @field.integerQuery('Maximum number of events to return.', {
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  })
  limit: number = DEFAULT_PAGE_SIZE;
  @field.cursor('The next_cursor of the page before.') after?: string;
  @field.csv('Only events of one of these types.', oneOf(WEBHOOK_EVENT_TYPES), { optional: true })
  event_types?: WebhookEventType[];
  @field.csv(
    'Only events with a delivery in one of these statuses.',
    oneOf(WEBHOOK_DELIVERY_STATUSES),
    { optional: true },
  )
  statuses?: WebhookDeliveryStatus[];
  @field.text('Only events that this endpoint subscribes to.', { optional: true, ...ID_LIMITS })
  webhook_endpoint_id?: string;
  @field.text('Only events of the resource with this ID.', { optional: true, ...ID_LIMITS })
  resource_id?: string;
  @field.dateTime('Only events recorded at this time or later.', { optional: true })
  created_from?: string;
  @field.dateTime('Only events recorded before this time.', {
    optional: true,
    notBefore: 'created_from',
  })
  created_to?: string;
}

/** State of an event at one endpoint. */
export class WebhookDelivery {
  @field.id('ID of the endpoint.') webhook_endpoint_id: string;
  @field.enum(
    'Status of the delivery. HELD means that the endpoint is disabled.',
    WEBHOOK_DELIVERY_STATUSES,
  )
  status: WebhookDeliveryStatus;
  @field.integer('Number of delivery attempts.', { min: 0 }) attempts: number;
  @field.instant('When the last attempt was made.', { optional: true }) last_attempt_at?: string;
  @field.instant('When the next attempt is due.', { optional: true }) next_attempt_at?: string;
  @field.integer('HTTP status of the last answer.', { optional: true }) last_status_code?: number;
}

export class WebhookEventResponse {
  @field.id('Event ID, equal to event_id in the body and to the header webhook-id.')
  event_id: string;
  @field.enum('Type of the event.', WEBHOOK_EVENT_TYPES) event_type: WebhookEventType;
  @field.instant('When the event happened, by the clock of the app.') event_time: string;
  @field.text('ID of the resource that the event is about.') resource_id: string;
  @field.integer('Position of the event among the public events of the resource.', { min: 1 })
  sequence: number;
  @field.instant('When the event was recorded.') created_at: string;
  @field.openObject('Body of the webhook, as it is sent.') body: Record<string, unknown>;
  @field.objectList(
    'Deliveries of the event, one per endpoint that subscribes to it.',
    () => WebhookDelivery,
  )
  deliveries: WebhookDelivery[];
}

/** A feed: its newest page has a cursor too. */
export class ListWebhookEventsResponse {
  @field.objectList('Events of this page.', () => WebhookEventResponse)
  webhook_events: WebhookEventResponse[];
  @field.text(
    'Cursor of the next page: send it as after, also for events that are yet to come. Absent only ' +
      'if the page is empty.',
    { optional: true },
  )
  next_cursor?: string;
}

export const WEBHOOK_ATTEMPT_OUTCOMES = ['SUCCEEDED', 'FAILED'] as const;
export type WebhookAttemptOutcome = (typeof WEBHOOK_ATTEMPT_OUTCOMES)[number];

/** One request to one endpoint. */
export class WebhookAttempt {
  @field.id('ID of the delivery attempt.') attempt_id: string;
  @field.id('ID of the event.') event_id: string;
  @field.id('ID of the endpoint.') webhook_endpoint_id: string;
  @field.integer('Number of the attempt at this endpoint.', { min: 1 }) attempt_number: number;
  @field.enum(
    'Result of the attempt. A 2xx answer within 10 s is a success.',
    WEBHOOK_ATTEMPT_OUTCOMES,
  )
  outcome: WebhookAttemptOutcome;
  @field.instant('When the attempt started, in real time.') started_at: string;
  @field.integer('Duration of the attempt in milliseconds.', { min: 0 }) duration_ms: number;
  @field.integer('HTTP status of the answer. Absent if there was no answer.', { optional: true })
  status_code?: number;
  @field.text('First 4 KB of the answer.', { optional: true }) response_body?: string;
  @field.text('Why there was no answer.', { optional: true }) error?: string;
}

export class ListWebhookAttemptsResponse {
  @field.objectList('Attempts of all endpoints, newest first.', () => WebhookAttempt)
  attempts: WebhookAttempt[];
}

export class ResendWebhookEventRequest {
  @field.text('ID of one endpoint. Absent: all endpoints that subscribe to the event.', {
    optional: true,
    ...ID_LIMITS,
  })
  webhook_endpoint_id?: string;
}

export class WebhookEventTypeResponse {
  @field.text('Name of the event type, as in event_type.', { example: 'PAYMENT_LINK_PAID' })
  name: string;
  @field.text('Meaning of the event type.') description: string;
  @field.openObject('JSON Schema (2020-12) of the webhook body.') schema: Record<string, unknown>;
  @field.openObject('Example of a webhook body.') example: Record<string, unknown>;
}

export class ListWebhookEventTypesResponse {
  @field.objectList('All event types.', () => WebhookEventTypeResponse)
  webhook_event_types: WebhookEventTypeResponse[];
}
