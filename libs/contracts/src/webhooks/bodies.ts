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
  @EnumField('Type of the event.', WEBHOOK_EVENT_TYPES) event_type: WebhookEventType;
  @InstantField('When the event happened, by the clock of the app.') event_time: string;
  @IdField('Event ID: the same for every endpoint and attempt, and equal to webhook-id.')
  event_id: string;
  @IntegerField('Position of the event among the public events of the resource.', { min: 1 })
  sequence: number;
  @IdField('ID of the customer app that the event belongs to. Compare it with your own.')
  customer_app_id: string;
}

export class PaymentWebhookBody extends WebhookBody {
  @IdField('ID of the payment. Read the payment for its amount.') payment_id: string;
  @TextField('ID of the stored method that was charged.', { optional: true })
  payment_method_id?: string;
  @TextField('Your own ID of the sender.', { optional: true }) external_user_id?: string;
  @MetadataField('The metadata of the payment.') metadata: Record<string, string>;
  @IdField('Payment user ID of the sender.', { optional: true }) user_id?: string;
  @IdField('ID of the mandate that was charged.', { optional: true }) mandate_id?: string;
  @IdField('ID of the payment link that the payment belongs to.', { optional: true })
  payment_link_id?: string;
  @TextField('Your own reference of the payment.', { optional: true })
  external_transaction_reference?: string;
  @ObjectField('Why the resource failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export class PaymentLinkWebhookBody extends WebhookBody {
  @IdField('ID of the payment link.') payment_link_id: string;
  @TextField('Your own reference of the link.') unique_reference_id: string;
  @TextField('Your own ID of the payer.') external_user_id: string;
  @TextField('ID of the method that the payer authorized.', { optional: true })
  payment_method_id?: string;
  @IdField('ID of the payment that paid the link.', { optional: true }) payment_id?: string;
  @MetadataField('The metadata of the link.') metadata: Record<string, string>;
}

export class PaymentUserWebhookBody extends WebhookBody {
  @IdField('Payment user ID.') user_id: string;
  @TextField('Your own ID of the user.') external_user_id: string;
}

export class LoginIdentityWebhookBody extends WebhookBody {
  @IdField('ID of the login identity.') login_identity_id: string;
  @TextField('ID of the institution.', { optional: true }) institution_id?: string;
  @TextField('Your own ID of the end-user.', { optional: true }) user_id?: string;
  @TextField('The state from the request that started the link.', { optional: true })
  state?: string;
  @ObjectField('Why the resource failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export class MandateWebhookBody extends WebhookBody {
  @IdField('ID of the mandate.') mandate_id: string;
  @TextField('Your own ID of the payer.', { optional: true }) external_user_id?: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('Why the resource failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export class PayoutWebhookBody extends WebhookBody {
  @IdField('ID of the payout.') payout_id: string;
  @TextField('Your own ID of the recipient.', { optional: true }) external_user_id?: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('Why the resource failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export class DisputeWebhookBody extends WebhookBody {
  @IdField('ID of the dispute.') dispute_id: string;
  @IdField('ID of the payment in dispute.', { optional: true }) payment_id?: string;
  @TextField('Latest event as the processor names it, such as CHARGEBACK.', { optional: true })
  last_event_name?: string;
  @TextField('Your own ID of the payer.', { optional: true }) external_user_id?: string;
}

export class BillWebhookBody extends WebhookBody {
  @IdField('ID of the bill.') bill_id: string;
  @TextField('Your own ID of the payer.') external_user_id: string;
  @MetadataField() metadata: Record<string, string>;
  @ObjectField('Why the resource failed. Present on failure only.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export class WebhookEndpointWebhookBody extends WebhookBody {
  @IdField('ID of the endpoint that the event is about.') webhook_endpoint_id: string;
  @TextField('Why the endpoint was disabled.', { optional: true }) reason?: string;
  @IntegerField('Number of held events that are older than 75 days.', { optional: true, min: 1 })
  held_events?: number;
  @InstantField('When the first of these events is deleted, in real time.', { optional: true })
  expires_at?: string;
}
