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
    description: 'How many to return at most.',
  })
  limit: number = DEFAULT_PAGE_SIZE;

  @CursorField({ description: 'The next_cursor of the page before.' })
  after?: string;

  @CsvField(oneOf(WEBHOOK_EVENT_TYPES), { optional: true, description: 'Any of these types.' })
  event_types?: WebhookEventType[];

  @CsvField(oneOf(WEBHOOK_DELIVERY_STATUSES), {
    optional: true,
    description: 'With a delivery in any of these statuses.',
  })
  statuses?: WebhookDeliveryStatus[];

  @TextField({
    optional: true,
    ...ID_LIMITS,
    description: 'Only what this endpoint subscribes to.',
  })
  webhook_endpoint_id?: string;

  @TextField({ optional: true, ...ID_LIMITS, description: 'Only events of this resource.' })
  resource_id?: string;

  @DateTimeField({ optional: true, description: 'Created at this time or later.' })
  created_from?: string;

  @DateTimeField({ optional: true, description: 'Created before this time.' })
  created_to?: string;
}

/** State of an event at one endpoint. */
export class WebhookDelivery {
  @IdField({ description: 'The endpoint.' })
  webhook_endpoint_id: string;

  @EnumField(WEBHOOK_DELIVERY_STATUSES, { description: 'HELD: the endpoint is disabled.' })
  status: WebhookDeliveryStatus;

  @IntegerField({ min: 0, description: 'How often it was tried.' })
  attempts: number;

  @InstantField({ optional: true, description: 'Last try.' })
  last_attempt_at?: string;

  @InstantField({ optional: true, description: 'Next try.' })
  next_attempt_at?: string;

  @IntegerField({ optional: true, description: 'HTTP status of the last answer.' })
  last_status_code?: number;
}

export class WebhookEventResponse {
  @IdField({ description: 'The same in the body and the webhook-id header.' })
  event_id: string;

  @EnumField(WEBHOOK_EVENT_TYPES, { description: 'What happened.' })
  event_type: WebhookEventType;

  @InstantField({ description: "When it happened, on the app's clock." })
  event_time: string;

  @TextField({ description: 'What it happened to.' })
  resource_id: string;

  @IntegerField({ min: 1, description: 'Counts the public events of the resource.' })
  sequence: number;

  @InstantField({ description: 'When it was recorded.' })
  created_at: string;

  @OpenObjectField({ description: 'The body as it is sent.' })
  body: Record<string, unknown>;

  @ObjectListField(() => WebhookDelivery, { description: 'One per endpoint that wants it.' })
  deliveries: WebhookDelivery[];
}

export class ListWebhookEventsResponse extends PageResponse {
  @ObjectListField(() => WebhookEventResponse, { description: 'One page.' })
  webhook_events: WebhookEventResponse[];
}

export const WEBHOOK_ATTEMPT_OUTCOMES = ['SUCCEEDED', 'FAILED'] as const;
export type WebhookAttemptOutcome = (typeof WEBHOOK_ATTEMPT_OUTCOMES)[number];

/** One request to one endpoint. */
export class WebhookAttempt {
  @IdField({ description: 'The attempt.' })
  attempt_id: string;

  @IdField({ description: 'The event.' })
  event_id: string;

  @IdField({ description: 'The endpoint.' })
  webhook_endpoint_id: string;

  @IntegerField({ min: 1, description: 'Counts the tries at this endpoint.' })
  attempt_number: number;

  @EnumField(WEBHOOK_ATTEMPT_OUTCOMES, { description: '2xx within 10 s is a success.' })
  outcome: WebhookAttemptOutcome;

  @InstantField({ description: 'When it began, real time.' })
  started_at: string;

  @IntegerField({ min: 0, description: 'How long it took.' })
  duration_ms: number;

  @IntegerField({ optional: true, description: 'HTTP status; absent without an answer.' })
  status_code?: number;

  @TextField({ optional: true, description: 'First 4 KB of the answer.' })
  response_body?: string;

  @TextField({ optional: true, description: 'Why there was no answer.' })
  error?: string;
}

export class ListWebhookAttemptsResponse {
  @ObjectListField(() => WebhookAttempt, { description: 'Newest first.' })
  attempts: WebhookAttempt[];
}

export class ResendWebhookEventRequest {
  @TextField({ optional: true, ...ID_LIMITS, description: 'One endpoint; else all that want it.' })
  webhook_endpoint_id?: string;
}

export class WebhookEventTypeResponse {
  @TextField({ description: 'The event_type.', example: 'PAYMENT_LINK_PAID' })
  name: string;

  @TextField({ description: 'What it means.' })
  description: string;

  @OpenObjectField({ description: 'JSON Schema (2020-12) of the body.' })
  schema: Record<string, unknown>;

  @OpenObjectField({ description: 'A body as it is sent.' })
  example: Record<string, unknown>;
}

export class ListWebhookEventTypesResponse {
  @ObjectListField(() => WebhookEventTypeResponse, { description: 'All of them.' })
  webhook_event_types: WebhookEventTypeResponse[];
}
