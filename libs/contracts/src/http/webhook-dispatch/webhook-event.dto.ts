import {
  CsvField,
  CursorField,
  DateTimeField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  IntegerQueryField,
  ObjectListField,
  oneOf,
  OpenObjectField,
  TextField,
} from '../../fields/index.js';
import { WEBHOOK_DELIVERY_STATUSES, type WebhookDeliveryStatus } from '../../states/index.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhooks/event-types.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PageResponse } from '../shared/page.dto.js';

const ID_LIMITS = { min: 1, max: 100 };

/** The feed: `after` continues exactly where the page before ended. */
export class ListWebhookEventsQuery {
  @IntegerQueryField('Maximum number of events to return.', {
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  })
  limit: number = DEFAULT_PAGE_SIZE;
  @CursorField('The next_cursor of the page before.') after?: string;
  @CsvField('Only events of one of these types.', oneOf(WEBHOOK_EVENT_TYPES), { optional: true })
  event_types?: WebhookEventType[];
  @CsvField(
    'Only events with a delivery in one of these statuses.',
    oneOf(WEBHOOK_DELIVERY_STATUSES),
    { optional: true },
  )
  statuses?: WebhookDeliveryStatus[];
  @TextField('Only events that this endpoint subscribes to.', { optional: true, ...ID_LIMITS })
  webhook_endpoint_id?: string;
  @TextField('Only events of the resource with this ID.', { optional: true, ...ID_LIMITS })
  resource_id?: string;
  @DateTimeField('Only events recorded at this time or later.', { optional: true })
  created_from?: string;
  @DateTimeField('Only events recorded before this time.', {
    optional: true,
    notBefore: 'created_from',
  })
  created_to?: string;
}

/** State of an event at one endpoint. */
export class WebhookDelivery {
  @IdField('ID of the endpoint.') webhook_endpoint_id: string;
  @EnumField(
    'Status of the delivery. HELD means that the endpoint is disabled.',
    WEBHOOK_DELIVERY_STATUSES,
  )
  status: WebhookDeliveryStatus;
  @IntegerField('Number of delivery attempts.', { min: 0 }) attempts: number;
  @InstantField('When the last attempt was made.', { optional: true }) last_attempt_at?: string;
  @InstantField('When the next attempt is due.', { optional: true }) next_attempt_at?: string;
  @IntegerField('HTTP status of the last answer.', { optional: true }) last_status_code?: number;
}

export class WebhookEventResponse {
  @IdField('Event ID, equal to event_id in the body and to the header webhook-id.')
  event_id: string;
  @EnumField('Type of the event.', WEBHOOK_EVENT_TYPES) event_type: WebhookEventType;
  @InstantField('When the event happened, by the clock of the app.') event_time: string;
  @TextField('ID of the resource that the event is about.') resource_id: string;
  @IntegerField('Position of the event among the public events of the resource.', { min: 1 })
  sequence: number;
  @InstantField('When the event was recorded.') created_at: string;
  @OpenObjectField('Body of the webhook, as it is sent.') body: Record<string, unknown>;
  @ObjectListField(
    'Deliveries of the event, one per endpoint that subscribes to it.',
    () => WebhookDelivery,
  )
  deliveries: WebhookDelivery[];
}

export class ListWebhookEventsResponse extends PageResponse {
  @ObjectListField('Events of this page.', () => WebhookEventResponse)
  webhook_events: WebhookEventResponse[];
}

export const WEBHOOK_ATTEMPT_OUTCOMES = ['SUCCEEDED', 'FAILED'] as const;
export type WebhookAttemptOutcome = (typeof WEBHOOK_ATTEMPT_OUTCOMES)[number];

/** One request to one endpoint. */
export class WebhookAttempt {
  @IdField('ID of the delivery attempt.') attempt_id: string;
  @IdField('ID of the event.') event_id: string;
  @IdField('ID of the endpoint.') webhook_endpoint_id: string;
  @IntegerField('Number of the attempt at this endpoint.', { min: 1 }) attempt_number: number;
  @EnumField(
    'Result of the attempt. A 2xx answer within 10 s is a success.',
    WEBHOOK_ATTEMPT_OUTCOMES,
  )
  outcome: WebhookAttemptOutcome;
  @InstantField('When the attempt started, in real time.') started_at: string;
  @IntegerField('Duration of the attempt in milliseconds.', { min: 0 }) duration_ms: number;
  @IntegerField('HTTP status of the answer. Absent if there was no answer.', { optional: true })
  status_code?: number;
  @TextField('First 4 KB of the answer.', { optional: true }) response_body?: string;
  @TextField('Why there was no answer.', { optional: true }) error?: string;
}

export class ListWebhookAttemptsResponse {
  @ObjectListField('Attempts of all endpoints, newest first.', () => WebhookAttempt)
  attempts: WebhookAttempt[];
}

export class ResendWebhookEventRequest {
  @TextField('ID of one endpoint. Absent: all endpoints that subscribe to the event.', {
    optional: true,
    ...ID_LIMITS,
  })
  webhook_endpoint_id?: string;
}

export class WebhookEventTypeResponse {
  @TextField('Name of the event type, as in event_type.', { example: 'PAYMENT_LINK_PAID' })
  name: string;
  @TextField('Meaning of the event type.') description: string;
  @OpenObjectField('JSON Schema (2020-12) of the webhook body.') schema: Record<string, unknown>;
  @OpenObjectField('Example of a webhook body.') example: Record<string, unknown>;
}

export class ListWebhookEventTypesResponse {
  @ObjectListField('All event types.', () => WebhookEventTypeResponse)
  webhook_event_types: WebhookEventTypeResponse[];
}
