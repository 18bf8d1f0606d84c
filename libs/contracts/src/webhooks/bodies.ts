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
  @EnumField(WEBHOOK_EVENT_TYPES, { description: 'What happened.' })
  event_type: WebhookEventType;

  @InstantField({ description: "When it happened, on the app's clock." })
  event_time: string;

  @IdField({ description: 'The same at every endpoint and attempt; equals webhook-id.' })
  event_id: string;

  @IntegerField({ min: 1, description: 'Counts the public events of the resource.' })
  sequence: number;

  @IdField({ description: 'The customer app that the event belongs to.' })
  customer_app_id: string;
}

export class PaymentWebhookBody extends WebhookBody {
  @IdField({ description: 'Read the payment by this ID for its amount.' })
  payment_id: string;

  @TextField({ optional: true, description: 'The stored method that was charged.' })
  payment_method_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;

  @MetadataField({ description: 'The metadata of the payment.' })
  metadata: Record<string, string>;

  @IdField({ optional: true, description: 'Payment user of the sender.' })
  user_id?: string;

  @IdField({ optional: true, description: 'The mandate that was charged.' })
  mandate_id?: string;

  @IdField({ optional: true, description: 'The link that the payment belongs to.' })
  payment_link_id?: string;

  @TextField({ optional: true, description: "The customer app's reference." })
  external_transaction_reference?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

export class PaymentLinkWebhookBody extends WebhookBody {
  @IdField({ description: 'The payment link.' })
  payment_link_id: string;

  @TextField({ description: "The customer app's reference of the link." })
  unique_reference_id: string;

  @TextField({ description: "The customer app's ID of the sender." })
  external_user_id: string;

  @TextField({ optional: true, description: 'The method that the payer authorized.' })
  payment_method_id?: string;

  @IdField({ optional: true, description: 'The payment that paid the link.' })
  payment_id?: string;

  @MetadataField({ description: 'The metadata of the link.' })
  metadata: Record<string, string>;
}

export class PaymentUserWebhookBody extends WebhookBody {
  @IdField({ description: 'The payment user.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the user." })
  external_user_id: string;

  @MetadataField({ description: 'The metadata of the user.' })
  metadata: Record<string, string>;
}

export class LoginIdentityWebhookBody extends WebhookBody {
  @IdField({ description: 'The login identity.' })
  login_identity_id: string;

  @TextField({ optional: true, description: 'The institution.' })
  institution_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the user." })
  user_id?: string;

  @TextField({ optional: true, description: 'The state that the link was started with.' })
  state?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

export class MandateWebhookBody extends WebhookBody {
  @IdField({ description: 'The mandate.' })
  mandate_id: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

export class PayoutWebhookBody extends WebhookBody {
  @IdField({ description: 'The payout.' })
  payout_id: string;

  @TextField({ optional: true, description: "The customer app's ID of the recipient." })
  external_user_id?: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

export class DisputeWebhookBody extends WebhookBody {
  @IdField({ description: 'The dispute.' })
  dispute_id: string;

  @IdField({ optional: true, description: 'The payment in dispute.' })
  payment_id?: string;

  @TextField({ optional: true, description: "The processor's own word, such as CHARGEBACK." })
  last_event_name?: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;
}

export class BillWebhookBody extends WebhookBody {
  @IdField({ description: 'The bill.' })
  bill_id: string;

  @TextField({ description: "The customer app's ID of the payer." })
  external_user_id: string;

  @MetadataField()
  metadata: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}

export class WebhookEndpointWebhookBody extends WebhookBody {
  @IdField({ description: 'The endpoint that this is about.' })
  webhook_endpoint_id: string;

  @TextField({ optional: true, description: 'Why it was disabled.' })
  reason?: string;

  @IntegerField({ optional: true, min: 1, description: 'Held events older than 75 days.' })
  held_events?: number;

  @InstantField({ optional: true, description: 'When the first of them is deleted; real time.' })
  expires_at?: string;
}
