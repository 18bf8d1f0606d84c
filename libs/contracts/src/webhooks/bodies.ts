import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  MetadataField,
  ObjectField,
  TextField,
} from '../fields/index.js';
import { EmbeddedError } from '../errors/embedded-error.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event-types.js';

/** Flat JSON, one event per request. Receivers compare `customer_app_id` with their own. */
export abstract class WebhookBody {
  @EnumField(WEBHOOK_EVENT_TYPES, { description: 'Type of the event.' })
  event_type: WebhookEventType;

  @InstantField({ description: 'When the event happened, by the clock of the app.' })
  event_time: string;

  @IdField({
    description: 'Event ID: the same for every endpoint and attempt, and equal to webhook-id.',
  })
  event_id: string;

  @IntegerField({
    min: 1,
    description: 'Position of the event among the public events of the resource.',
  })
  sequence: number;

  @IdField({
    description: 'ID of the customer app that the event belongs to. Compare it with your own.',
  })
  customer_app_id: string;
}

export class PaymentWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the payment. Read the payment for its amount.' })
  payment_id: string;

  @TextField({ optional: true, description: 'ID of the stored method that was charged.' })
  payment_method_id?: string;

  @TextField({ optional: true, description: 'Your own ID of the sender.' })
  external_user_id?: string;

  @MetadataField({ description: 'The metadata of the payment.' })
  metadata: Record<string, string>;

  @IdField({ optional: true, description: 'Payment user ID of the sender.' })
  user_id?: string;

  @IdField({ optional: true, description: 'ID of the mandate that was charged.' })
  mandate_id?: string;

  @IdField({ optional: true, description: 'ID of the payment link that the payment belongs to.' })
  payment_link_id?: string;

  @TextField({ optional: true, description: 'Your own reference of the payment.' })
  external_transaction_reference?: string;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the resource failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

export class PaymentLinkWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the payment link.' })
  payment_link_id: string;

  @TextField({ description: 'Your own reference of the link.' })
  unique_reference_id: string;

  @TextField({ description: 'Your own ID of the payer.' })
  external_user_id: string;

  @TextField({ optional: true, description: 'ID of the method that the payer authorized.' })
  payment_method_id?: string;

  @IdField({ optional: true, description: 'ID of the payment that paid the link.' })
  payment_id?: string;

  @MetadataField({ description: 'The metadata of the link.' })
  metadata: Record<string, string>;
}

export class PaymentUserWebhookBody extends WebhookBody {
  @IdField({ description: 'Payment user ID.' })
  user_id: string;

  @TextField({ description: 'Your own ID of the user.' })
  external_user_id: string;
}

export class LoginIdentityWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the login identity.' })
  login_identity_id: string;

  @TextField({ optional: true, description: 'ID of the institution.' })
  institution_id?: string;

  @TextField({ optional: true, description: 'Your own ID of the end-user.' })
  user_id?: string;

  @TextField({ optional: true, description: 'The state from the request that started the link.' })
  state?: string;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the resource failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

export class MandateWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the mandate.' })
  mandate_id: string;

  @TextField({ optional: true, description: 'Your own ID of the payer.' })
  external_user_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the resource failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

export class PayoutWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the payout.' })
  payout_id: string;

  @TextField({ optional: true, description: 'Your own ID of the recipient.' })
  external_user_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the resource failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

export class DisputeWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the dispute.' })
  dispute_id: string;

  @IdField({ optional: true, description: 'ID of the payment in dispute.' })
  payment_id?: string;

  @TextField({
    optional: true,
    description: 'Latest event as the processor names it, such as CHARGEBACK.',
  })
  last_event_name?: string;

  @TextField({ optional: true, description: 'Your own ID of the payer.' })
  external_user_id?: string;
}

export class BillWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the bill.' })
  bill_id: string;

  @TextField({ description: 'Your own ID of the payer.' })
  external_user_id: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, {
    optional: true,
    description: 'Why the resource failed. Present on failure only.',
  })
  error?: EmbeddedError;
}

export class WebhookEndpointWebhookBody extends WebhookBody {
  @IdField({ description: 'ID of the endpoint that the event is about.' })
  webhook_endpoint_id: string;

  @TextField({ optional: true, description: 'Why the endpoint was disabled.' })
  reason?: string;

  @IntegerField({
    optional: true,
    min: 1,
    description: 'Number of held events that are older than 75 days.',
  })
  held_events?: number;

  @InstantField({
    optional: true,
    description: 'When the first of these events is deleted, in real time.',
  })
  expires_at?: string;
}
