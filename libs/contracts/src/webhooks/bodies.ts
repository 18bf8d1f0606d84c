import { LoginIdentityEventPayload } from '../events/account-data/login-identity.payload.js';
import { DisputeEventPayload } from '../events/dispute/dispute.payload.js';
import { MandateEventPayload } from '../events/mandate/mandate.payload.js';
import { BillEventPayload } from '../events/payment-link/bill.payload.js';
import { PaymentEventPayload } from '../events/payment-link/payment.payload.js';
import { PaymentLinkEventPayload } from '../events/payment-link/payment-link.payload.js';
import { PaymentUserEventPayload } from '../events/payment-link/payment-user.payload.js';
import { PayoutEventPayload } from '../events/payment-link/payout.payload.js';
import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  MetadataField,
  mix,
  pick,
  TextField,
  type ContractClass,
} from '../fields/index.js';
import {
  WEBHOOK_EVENT_TYPES,
  type WebhookEventFamily,
  type WebhookEventType,
} from './event-types.js';

const ERROR = 'Why the resource failed. Present on failure only.';

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

export class PaymentWebhookBody extends mix(
  WebhookBody,
  pick(PaymentEventPayload, {
    payment_id: 'ID of the payment. Read the payment for its amount.',
    payment_method_id: TextField('ID of the stored method that was charged.', { optional: true }),
    external_user_id: 'Your own ID of the sender.',
    metadata: 'The metadata of the payment.',
    user_id: 'Payment user ID of the sender.',
    mandate_id: 'ID of the mandate that was charged.',
    payment_link_id: 'ID of the payment link that the payment belongs to.',
    external_transaction_reference: 'Your own reference of the payment.',
    error: ERROR,
  }),
) {}

export class PaymentLinkWebhookBody extends mix(
  WebhookBody,
  pick(PaymentLinkEventPayload, {
    payment_link_id: 'ID of the payment link.',
    unique_reference_id: 'Your own reference of the link.',
    external_user_id: 'Your own ID of the payer.',
    payment_method_id: TextField('ID of the method that the payer authorized.', { optional: true }),
    payment_id: 'ID of the payment that paid the link.',
    metadata: 'The metadata of the link.',
  }),
) {}

export class PaymentUserWebhookBody extends mix(
  WebhookBody,
  pick(PaymentUserEventPayload, {
    user_id: 'Payment user ID.',
    external_user_id: 'Your own ID of the user.',
  }),
) {}

export class LoginIdentityWebhookBody extends mix(
  WebhookBody,
  pick(LoginIdentityEventPayload, {
    login_identity_id: 'ID of the login identity.',
    institution_id: TextField('ID of the institution.', { optional: true }),
    user_id: TextField('Your own ID of the end-user.', { optional: true }),
    state: 'The state from the request that started the link.',
    error: ERROR,
  }),
) {}

export class MandateWebhookBody extends mix(
  WebhookBody,
  pick(MandateEventPayload, {
    mandate_id: 'ID of the mandate.',
    external_user_id: TextField('Your own ID of the payer.', { optional: true }),
    metadata: MetadataField(),
    error: ERROR,
  }),
) {}

export class PayoutWebhookBody extends mix(
  WebhookBody,
  pick(PayoutEventPayload, {
    payout_id: 'ID of the payout.',
    external_user_id: TextField('Your own ID of the recipient.', { optional: true }),
    metadata: MetadataField(),
    error: ERROR,
  }),
) {}

export class DisputeWebhookBody extends mix(
  WebhookBody,
  pick(DisputeEventPayload, {
    dispute_id: 'ID of the dispute.',
    payment_id: IdField('ID of the payment in dispute.', { optional: true }),
    last_event_name: TextField('Latest event as the processor names it, such as CHARGEBACK.', {
      optional: true,
    }),
    external_user_id: 'Your own ID of the payer.',
  }),
) {}

export class BillWebhookBody extends mix(
  WebhookBody,
  pick(BillEventPayload, {
    bill_id: 'ID of the bill.',
    external_user_id: 'Your own ID of the payer.',
    metadata: MetadataField(),
    error: ERROR,
  }),
) {}

export class WebhookEndpointWebhookBody extends WebhookBody {
  @IdField('ID of the endpoint that the event is about.') webhook_endpoint_id: string;
  @TextField('Why the endpoint was disabled.', { optional: true }) reason?: string;
  @IntegerField('Number of held events that are older than 75 days.', { optional: true, min: 1 })
  held_events?: number;
  @InstantField('When the first of these events is deleted, in real time.', { optional: true })
  expires_at?: string;
}

/** The class of the bodies of each family. */
export const WEBHOOK_BODIES: Readonly<Record<WebhookEventFamily, ContractClass<WebhookBody>>> = {
  login_identity: LoginIdentityWebhookBody,
  payment: PaymentWebhookBody,
  payment_link: PaymentLinkWebhookBody,
  payment_user: PaymentUserWebhookBody,
  mandate: MandateWebhookBody,
  payout: PayoutWebhookBody,
  dispute: DisputeWebhookBody,
  bill: BillWebhookBody,
  webhook_endpoint: WebhookEndpointWebhookBody,
};
