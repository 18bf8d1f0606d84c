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
  @IntegerQueryField({
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of events to return.',
  })
  limit: number = DEFAULT_PAGE_SIZE;

  @CursorField({ description: 'The next_cursor of the page before.' })
  after?: string;

  @CsvField(oneOf(WEBHOOK_EVENT_TYPES), {
    optional: true,
    description: 'Only events of one of these types.',
  })
  event_types?: WebhookEventType[];

  @CsvField(oneOf(WEBHOOK_DELIVERY_STATUSES), {
    optional: true,
    description: 'Only events with a delivery in one of these statuses.',
  })
  statuses?: WebhookDeliveryStatus[];

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only events that this endpoint subscribes to.',
  })
  webhook_endpoint_id?: string;

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only events of the resource with this ID.',
  })
  resource_id?: string;

  @DateTimeField({ optional: true, description: 'Only events recorded at this time or later.' })
  created_from?: string;

  @DateTimeField({
    optional: true,
    notBefore: 'created_from',
    description: 'Only events recorded before this time.',
  })
  created_to?: string;
}

/** State of an event at one endpoint. */
export class WebhookDelivery {
  @IdField({ description: 'ID of the endpoint.' })
  webhook_endpoint_id: string;

  @EnumField(WEBHOOK_DELIVERY_STATUSES, {
    description: 'Status of the delivery. HELD means that the endpoint is disabled.',
  })
  status: WebhookDeliveryStatus;

  @IntegerField({ min: 0, description: 'Number of delivery attempts.' })
  attempts: number;

  @InstantField({ optional: true, description: 'When the last attempt was made.' })
  last_attempt_at?: string;

  @InstantField({ optional: true, description: 'When the next attempt is due.' })
  next_attempt_at?: string;

  @IntegerField({ optional: true, description: 'HTTP status of the last answer.' })
  last_status_code?: number;
}

export class WebhookEventResponse {
  @IdField({ description: 'Event ID, equal to event_id in the body and to the header webhook-id.' })
  event_id: string;

  @EnumField(WEBHOOK_EVENT_TYPES, { description: 'Type of the event.' })
  event_type: WebhookEventType;

  @InstantField({ description: 'When the event happened, by the clock of the app.' })
  event_time: string;

  @TextField({ description: 'ID of the resource that the event is about.' })
  resource_id: string;

  @IntegerField({
    min: 1,
    description: 'Position of the event among the public events of the resource.',
  })
  sequence: number;

  @InstantField({ description: 'When the event was recorded.' })
  created_at: string;

  @OpenObjectField({ description: 'Body of the webhook, as it is sent.' })
  body: Record<string, unknown>;

  @ObjectListField(() => WebhookDelivery, {
    description: 'Deliveries of the event, one per endpoint that subscribes to it.',
  })
  deliveries: WebhookDelivery[];
}

export class ListWebhookEventsResponse extends PageResponse {
  @ObjectListField(() => WebhookEventResponse, { description: 'Events of this page.' })
  webhook_events: WebhookEventResponse[];
}

export const WEBHOOK_ATTEMPT_OUTCOMES = ['SUCCEEDED', 'FAILED'] as const;
export type WebhookAttemptOutcome = (typeof WEBHOOK_ATTEMPT_OUTCOMES)[number];

/** One request to one endpoint. */
export class WebhookAttempt {
  @IdField({ description: 'ID of the delivery attempt.' })
  attempt_id: string;

  @IdField({ description: 'ID of the event.' })
  event_id: string;

  @IdField({ description: 'ID of the endpoint.' })
  webhook_endpoint_id: string;

  @IntegerField({ min: 1, description: 'Number of the attempt at this endpoint.' })
  attempt_number: number;

  @EnumField(WEBHOOK_ATTEMPT_OUTCOMES, {
    description: 'Result of the attempt. A 2xx answer within 10 s is a success.',
  })
  outcome: WebhookAttemptOutcome;

  @InstantField({ description: 'When the attempt started, in real time.' })
  started_at: string;

  @IntegerField({ min: 0, description: 'Duration of the attempt in milliseconds.' })
  duration_ms: number;

  @IntegerField({
    optional: true,
    description: 'HTTP status of the answer. Absent if there was no answer.',
  })
  status_code?: number;

  @TextField({ optional: true, description: 'First 4 KB of the answer.' })
  response_body?: string;

  @TextField({ optional: true, description: 'Why there was no answer.' })
  error?: string;
}

export class ListWebhookAttemptsResponse {
  @ObjectListField(() => WebhookAttempt, {
    description: 'Attempts of all endpoints, newest first.',
  })
  attempts: WebhookAttempt[];
}

export class ResendWebhookEventRequest {
  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'ID of one endpoint. Absent: all endpoints that subscribe to the event.',
  })
  webhook_endpoint_id?: string;
}

export class WebhookEventTypeResponse {
  @TextField({
    description: 'Name of the event type, as in event_type.',
    example: 'PAYMENT_LINK_PAID',
  })
  name: string;

  @TextField({ description: 'Meaning of the event type.' })
  description: string;

  @OpenObjectField({ description: 'JSON Schema (2020-12) of the webhook body.' })
  schema: Record<string, unknown>;

  @OpenObjectField({ description: 'Example of a webhook body.' })
  example: Record<string, unknown>;
}

export class ListWebhookEventTypesResponse {
  @ObjectListField(() => WebhookEventTypeResponse, { description: 'All event types.' })
  webhook_event_types: WebhookEventTypeResponse[];
}
