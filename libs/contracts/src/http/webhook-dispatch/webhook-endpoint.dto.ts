import {
  BooleanField,
  EnumField,
  EnumListField,
  field,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
  UrlField,
  type FieldOptions,
} from '../../fields/index.js';
import { WEBHOOK_SIGNATURE_KINDS, type WebhookSignatureKind } from '../../states/index.js';
import { IsListOf } from '../../validation/decorators.js';
import { ALL_EVENT_TYPES, isSubscription } from '../../webhooks/subscription.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhooks/event-types.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';
import { WebhookHeadersField } from './webhook-headers.field.js';

const MAX_SUBSCRIPTIONS = 200;
const MAX_RATE_PER_SECOND = 10_000;

export class CreateWebhookEndpointRequest {
  @UrlField({
    description: 'Where events are posted to.',
    example: 'https://shop.example.com/hook',
  })
  url: string;

  @SubscriptionsField({ optional: true, description: 'Names, prefixes such as PAYMENT_*, or *.' })
  event_types?: string[];

  @TextField({ optional: true, max: 500, description: 'For people.', example: 'Order service' })
  description?: string;

  @BooleanField({ optional: true, description: 'True when absent; events are held while false.' })
  enabled?: boolean;

  @WebhookHeadersField({ optional: true })
  headers?: Record<string, string>;

  @IntegerField({
    optional: true,
    min: 1,
    max: MAX_RATE_PER_SECOND,
    description: 'At most this many requests per second.',
    example: 50,
  })
  rate_limit_per_second?: number;

  @EnumListField(WEBHOOK_SIGNATURE_KINDS, {
    optional: true,
    minItems: 1,
    maxItems: WEBHOOK_SIGNATURE_KINDS.length,
    description: 'v1 and service_signature when absent.',
  })
  signature_kinds?: WebhookSignatureKind[];
}

/** A partial update: an absent member does not change. */
export class UpdateWebhookEndpointRequest {
  @UrlField({ optional: true, description: 'Where events are posted to.' })
  url?: string;

  @SubscriptionsField({ optional: true, description: 'Names, prefixes such as PAYMENT_*, or *.' })
  event_types?: string[];

  @TextField({ optional: true, max: 500, description: 'For people.' })
  description?: string;

  @BooleanField({ optional: true, description: 'Enabling sends what was held.' })
  enabled?: boolean;

  @WebhookHeadersField({ optional: true })
  headers?: Record<string, string>;

  @IntegerField({ optional: true, min: 1, max: MAX_RATE_PER_SECOND, description: 'Per second.' })
  rate_limit_per_second?: number;

  @EnumListField(WEBHOOK_SIGNATURE_KINDS, {
    optional: true,
    minItems: 1,
    maxItems: WEBHOOK_SIGNATURE_KINDS.length,
    description: 'How requests are signed.',
  })
  signature_kinds?: WebhookSignatureKind[];
}

export class WebhookEndpointResponse {
  @IdField({ description: 'Webhook endpoint ID.' })
  webhook_endpoint_id: string;

  @TextField({ description: 'Where events are posted to.' })
  url: string;

  @TextListField({ description: 'What it subscribes to.', example: ['*'] })
  event_types: string[];

  @TextField({ optional: true, description: 'For people.' })
  description?: string;

  @BooleanField({ description: 'Whether events are sent or held.' })
  enabled: boolean;

  @WebhookHeadersField({})
  headers: Record<string, string>;

  @IntegerField({ optional: true, min: 1, description: 'Absent: no limit of its own.' })
  rate_limit_per_second?: number;

  @EnumListField(WEBHOOK_SIGNATURE_KINDS, { description: 'How requests are signed.' })
  signature_kinds: WebhookSignatureKind[];

  @TextField({ optional: true, description: 'Why the service disabled it.' })
  disabled_reason?: string;

  @InstantField({
    optional: true,
    description: 'When the first event that it holds is deleted; from 15 days before, real time.',
  })
  held_events_expire_at?: string;

  @InstantField({ description: 'When it was created.' })
  created_at: string;

  @InstantField({ description: 'When it last changed.' })
  updated_at: string;
}

/** Events that are sent again, in batches, after new events. */
export class WebhookRecovery {
  @InstantField({ description: 'Events recorded at this instant or later.' })
  since: string;

  @IntegerField({ min: 0, description: 'Events that were queued so far.' })
  recovered_events: number;

  @InstantField({ description: 'Real time.' })
  started_at: string;

  @InstantField({ optional: true, description: 'Real time; absent while it runs.' })
  finished_at?: string;
}

/** One endpoint, with its last recovery. */
export class WebhookEndpointDetailResponse extends WebhookEndpointResponse {
  @ObjectField(() => WebhookRecovery, { optional: true, description: 'The last one.' })
  recovery?: WebhookRecovery;
}

/** Which events are sent again: those that failed, and those that wait for their next try. */
export class RecoverWebhookEndpointRequest {
  @InstantField({
    description: 'Events recorded at this instant or later, real time.',
    example: '2026-03-01T00:00:00.000Z',
  })
  since: string;
}

export class RecoverWebhookEndpointResponse {
  @IdField({ description: 'Webhook endpoint ID.' })
  webhook_endpoint_id: string;

  @ObjectField(() => WebhookRecovery, { description: 'The recovery that runs now.' })
  recovery: WebhookRecovery;
}

/** Answered by create and rotate alone: the secret is shown once. */
export class WebhookEndpointWithSecretResponse extends WebhookEndpointResponse {
  @TextField({
    description: 'whsec_ and base64.',
    example: 'whsec_b25seSBhbiBleGFtcGxl',
  })
  secret: string;
}

export class ListWebhookEndpointsQuery extends PageQuery {}

export class ListWebhookEndpointsResponse extends PageResponse {
  @ObjectListField(() => WebhookEndpointResponse, { description: 'One page.' })
  webhook_endpoints: WebhookEndpointResponse[];

  @IntegerField({ min: 0, description: 'How many there are.' })
  total: number;
}

export class DeleteWebhookEndpointResponse {
  @BooleanField({ description: 'True.' })
  success: boolean;
}

export class TestWebhookEndpointRequest {
  @EnumField(WEBHOOK_EVENT_TYPES, { optional: true, description: 'WEBHOOK_TEST when absent.' })
  event_type?: WebhookEventType;
}

export class TestWebhookEndpointResponse {
  @IdField({ description: 'The event that is being sent; follow it by its attempts.' })
  event_id: string;
}

function SubscriptionsField(options: FieldOptions): PropertyDecorator {
  const items = { type: 'string', example: ALL_EVENT_TYPES };
  return field(
    { example: [ALL_EVENT_TYPES], ...options },
    {
      shape: { schema: { type: 'array', items, minItems: 1, maxItems: MAX_SUBSCRIPTIONS } },
      decorators: [
        IsListOf({
          min: 1,
          max: MAX_SUBSCRIPTIONS,
          items: 'event types, prefixes such as PAYMENT_* that cover one, or *',
          item: isSubscription,
        }),
      ],
    },
  );
}
