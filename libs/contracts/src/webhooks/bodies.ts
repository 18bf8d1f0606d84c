import { LoginIdentityEventPayload } from '../events/account-data/login-identity.events.js';
import { DisputeEventPayload } from '../events/dispute/dispute.events.js';
import { MandateEventPayload } from '../events/mandate/mandate.events.js';
import { BillEventPayload } from '../events/payment-link/bill.events.js';
import { PaymentEventPayload } from '../events/payment-link/payment.events.js';
import { PaymentLinkEventPayload } from '../events/payment-link/payment-link.events.js';
import { PaymentUserEventPayload } from '../events/payment-link/payment-user.events.js';
import { PayoutEventPayload } from '../events/payment-link/payout.events.js';
import { field, mix, pick, type ContractClass } from '../fields/index.js';
import {
  WEBHOOK_EVENT_TYPES,
  type WebhookEventFamily,
  type WebhookEventType,
} from './event-types.js';

const ERROR = 'Why the resource failed. Present on failure only.';

/** Flat JSON, one event per request. Receivers compare `customer_app_id` with their own. */
export abstract class WebhookBody {
  @field.enum('Type of the event.', WEBHOOK_EVENT_TYPES) event_type: WebhookEventType;
  @field.instant('When the event happened, by the clock of the app.') event_time: string;
  @field.id('Event ID: the same for every endpoint and attempt, and equal to webhook-id.')
  event_id: string;
  @field.integer('Position of the event among the public events of the resource.', { min: 1 })
  sequence: number;
  @field.id('ID of the customer app that the event belongs to. Compare it with your own.')
  customer_app_id: string;
}

export class PaymentWebhookBody extends mix(
  WebhookBody,
  pick(PaymentEventPayload, {
    payment_id: 'ID of the payment. Read the payment for its amount.',
    payment_method_id: field.text('ID of the stored method that was charged.', { optional: true }),
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
    payment_method_id: field.text('ID of the method that the payer authorized.', {
      optional: true,
    }),
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
    institution_id: field.text('ID of the institution.', { optional: true }),
    user_id: field.text('Your own ID of the end-user.', { optional: true }),
    state: 'The state from the request that started the link.',
    error: ERROR,
  }),
) {}

export class MandateWebhookBody extends mix(
  WebhookBody,
  pick(MandateEventPayload, {
    mandate_id: 'ID of the mandate.',
    external_user_id: field.text('Your own ID of the payer.', { optional: true }),
    metadata: field.metadata(),
    error: ERROR,
  }),
) {}

export class PayoutWebhookBody extends mix(
  WebhookBody,
  pick(PayoutEventPayload, {
    payout_id: 'ID of the payout.',
    external_user_id: field.text('Your own ID of the recipient.', { optional: true }),
    metadata: field.metadata(),
    error: ERROR,
  }),
) {}

export class DisputeWebhookBody extends mix(
  WebhookBody,
  pick(DisputeEventPayload, {
    dispute_id: 'ID of the dispute.',
    payment_id: field.id('ID of the payment in dispute.', { optional: true }),
    last_event_name: field.text('Latest event as the processor names it, such as CHARGEBACK.', {
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
    metadata: field.metadata(),
    error: ERROR,
  }),
) {}

export class WebhookEndpointWebhookBody extends WebhookBody {
  @field.id('ID of the endpoint that the event is about.') webhook_endpoint_id: string;
  @field.text('Why the endpoint was disabled.', { optional: true }) reason?: string;
  @field.integer('Number of held events that are older than 75 days.', { optional: true, min: 1 })
  held_events?: number;
  @field.instant('When the first of these events is deleted, in real time.', { optional: true })
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
