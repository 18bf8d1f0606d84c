import type { BillEventPayload } from '../events/payment-link/bill.payload.js';
import type { DisputeEventPayload } from '../events/dispute/dispute.payload.js';
import type { MandateEventPayload } from '../events/mandate/mandate.payload.js';
import type { PaymentEventPayload } from '../events/payment-link/payment.payload.js';
import type { PaymentLinkEventPayload } from '../events/payment-link/payment-link.payload.js';
import type { PaymentUserEventPayload } from '../events/payment-link/payment-user.payload.js';
import type { PayoutEventPayload } from '../events/payment-link/payout.payload.js';
import type { RefundEventPayload } from '../events/payment-link/refund.payload.js';
import type { EventName, PayloadOf } from '../events/registry.js';
import type { PaymentStatus } from '../states/index.js';
import type { WebhookEventType } from './event-types.js';
import { webhook, webhooksOf, type PublicWebhook } from './public-webhook.js';
import type { LoginIdentityEventPayload } from '../events/account-data/login-identity.payload.js';

const loginWebhook = webhooksOf(
  'login_identity',
  ({ login_identity_id }: LoginIdentityEventPayload) => login_identity_id,
);

export type { PublicWebhook } from './public-webhook.js';

/** From event to webhook; null where the change has no public name. Total over all events. */
type Mapping = {
  readonly [N in EventName]: ((payload: PayloadOf<N>) => PublicWebhook | null) | null;
};

const PAYMENT_STATUS_EVENTS: Readonly<Record<PaymentStatus, WebhookEventType | null>> = {
  CREATED: null,
  AUTHORIZATION_REQUIRED: null,
  AUTHORIZING: null,
  PROCESSING: null,
  SUBMITTED: 'PAYMENT_SUBMITTED',
  EXECUTED: 'PAYMENT_EXECUTED',
  FAILED: 'PAYMENT_FAILED',
  REVOKED: 'PAYMENT_REVOKED',
  CANCELLED: 'PAYMENT_CANCELLED',
};

const paymentWebhook = webhooksOf('payment', ({ payment_id }: PaymentEventPayload) => payment_id);
const payoutWebhook = webhooksOf('payout', ({ payout_id }: PayoutEventPayload) => payout_id);
const linkWebhook = webhooksOf(
  'payment_link',
  ({ payment_link_id }: PaymentLinkEventPayload) => payment_link_id,
);
const userWebhook = webhooksOf('payment_user', ({ user_id }: PaymentUserEventPayload) => user_id);
const mandateWebhook = webhooksOf('mandate', ({ mandate_id }: MandateEventPayload) => mandate_id);
const billWebhook = webhooksOf('bill', ({ bill_id }: BillEventPayload) => bill_id);
const disputeWebhook = webhooksOf('dispute', ({ dispute_id }: DisputeEventPayload) => dispute_id);

export const publicWebhooks: Mapping = {
  'customer_app.created': null,
  'customer_app.updated': null,
  'customer_app.credentials_rotated': null,
  'customer_app.disabled': null,
  'customer_app.enabled': null,
  'customer_app.live_enabled': null,
  'customer_app.clock_changed': null,
  'login_identity.link_started': null,
  'login_identity.authentication_started': (p) => loginWebhook('AUTHENTICATION_INITIALIZED', p),
  'login_identity.action_requested': null,
  'login_identity.action_answered': (p) => loginWebhook('AUTHENTICATION_OTP_ENTERED', p),
  'login_identity.authentication_failed': (p) => loginWebhook(failedLoginEventOf(p), p),
  'login_identity.authenticated': (p) => loginWebhook('AUTHENTICATED', p),
  'login_identity.connected': null,
  'login_identity.data_retrieval_started': null,
  'login_identity.product_updated': productWebhook,
  'login_identity.data_made_available': null,
  'login_identity.data_retrieval_completed': (p) => loginWebhook('DATA_RETRIEVAL_COMPLETE', p),
  'login_identity.data_retrieval_partly_completed': (p) =>
    loginWebhook('DATA_RETRIEVAL_COMPLETE', p),
  'login_identity.data_retrieval_failed': (p) => loginWebhook('RETRIEVE_DATA_FAILED', p),
  'login_identity.refresh_started': null,
  'login_identity.permission_expired': (p) => loginWebhook('LOGIN_IDENTITY_PERMISSION_EXPIRED', p),
  'login_identity.unlinked': (p) => loginWebhook('LOGIN_IDENTITY_UNLINKED', p),
  'login_identity.unlink_succeeded': null,
  'login_identity.unlink_failed': null,
  'mandate.created': null,
  'mandate.imported': null,
  'mandate.authorization_started': null,
  'mandate.authorization_interrupted': null,
  'mandate.authorized': null,
  'mandate.prepared': null,
  'mandate.submitted': (p) => mandateWebhook('MANDATE_SETUP_SUBMITTED', p),
  'mandate.succeeded': (p) => mandateWebhook('MANDATE_SETUP_SUCCEEDED', p),
  'mandate.failed': (p) => mandateWebhook('MANDATE_SETUP_FAILED', p),
  'mandate.revoked': (p) => mandateWebhook('MANDATE_SETUP_REVOKED', p),
  'mandate.cancelled': (p) => mandateWebhook('MANDATE_SETUP_CANCELLED', p),
  'mandate.closed': (p) => mandateWebhook('MANDATE_SETUP_CLOSED', p),
  'mandate.charge_updated': null,
  'payment_user.created': null,
  'payment_user.updated': null,
  'payment_user.erased': null,
  'payment_user.autopay_consent_granted': (p) => userWebhook('AUTOPAY_CONSENT_GRANTED', p),
  'payment_user.autopay_consent_revoked': (p) => userWebhook('AUTOPAY_CONSENT_REVOKED', p),
  'payment_link.created': null,
  'payment_link.paid': (p) => linkWebhook('PAYMENT_LINK_PAID', p),
  'payment_link.setup_succeeded': (p) => linkWebhook('PAYMENT_LINK_SETUP_SUCCEEDED', p),
  'payment_link.cancelled': (p) => linkWebhook('PAYMENT_LINK_CANCELLED', p),
  'payment_link.expired': (p) => linkWebhook('PAYMENT_LINK_EXPIRED', p),
  'payment_link.mandate_released': null,
  'payment_method.created': null,
  'payment_method.succeeded': null,
  'payment_method.failed': null,
  'payment_method.cancelled': null,
  'payment.created': null,
  'payment.authorization_started': null,
  'payment.authorized': null,
  'payment.submitted': (p) => paymentWebhook('PAYMENT_SUBMITTED', p),
  'payment.executed': (p) => paymentWebhook('PAYMENT_EXECUTED', p),
  'payment.failed': (p) => paymentWebhook('PAYMENT_FAILED', p),
  'payment.cancelled': (p) => paymentWebhook('PAYMENT_CANCELLED', p),
  'payment.revoked': (p) => paymentWebhook('PAYMENT_REVOKED', p),
  'payment.returned': (p) => paymentWebhook('PAYMENT_RETURNED', p),
  'payment.status_corrected': correctionWebhook,
  'payout.created': null,
  'payout.confirmed': null,
  'payout.funding_started': null,
  'payout.funded': null,
  'payout.submitted': (p) => payoutWebhook('PAYOUT_SUBMITTED', p),
  'payout.executed': (p) => payoutWebhook('PAYOUT_EXECUTED', p),
  'payout.failed': (p) => payoutWebhook('PAYOUT_FAILED', p),
  'payout.cancelled': (p) => payoutWebhook('PAYOUT_CANCELLED', p),
  'payout.status_corrected': (p) => payoutWebhook('PAYOUT_EXECUTED', p),
  'refund.submitted': null,
  'refund.executed': refundWebhook,
  'refund.failed': null,
  'refund.status_corrected': refundWebhook,
  'dispute.chargeback_received': (p) => disputeWebhook('DISPUTE_CREATED', p),
  'dispute.deadline_approaching': (p) => disputeWebhook('DISPUTE_DEADLINE_APPROACHING', p),
  'dispute.defended': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.accepted': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.deadline_passed': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.won': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.lost': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.reopened': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'dispute.status_corrected': (p) => disputeWebhook('DISPUTE_UPDATED', p),
  'bill.created': (p) => billWebhook('BILL_CREATED', p),
  'bill.changed': null,
  'bill.paid': (p) => billWebhook('BILL_PAID', p),
  'bill.failed': (p) => billWebhook('BILL_FAILED', p),
  'bill.retried': null,
  'bill.cancelled': (p) => billWebhook('BILL_CANCELLED', p),
};

/** The webhook of an event, or null when it has none. `payload` must be of that event's class. */
export function publicWebhookOf<N extends EventName>(
  name: N,
  payload: PayloadOf<N>,
): PublicWebhook | null {
  const build = publicWebhooks[name] as ((payload: PayloadOf<N>) => PublicWebhook | null) | null;
  return build ? build(payload) : null;
}

/** A receiver that got the wrong outcome must get the correct one under its usual name. */
function correctionWebhook(payload: PaymentEventPayload): PublicWebhook | null {
  const eventType = PAYMENT_STATUS_EVENTS[payload.status];
  return eventType ? paymentWebhook(eventType, payload) : null;
}

function refundWebhook(p: RefundEventPayload): PublicWebhook {
  // An error would be one of the refund, not of the payment.
  const payload: RefundEventPayload = { ...p, error: undefined };
  return webhook('PAYMENT_REFUNDED', payload, { kind: 'payment', id: p.payment_id });
}

/** The status is `AUTHENTICATE_FAILED`, the event `AUTHENTICATION_FAILED`. */
function failedLoginEventOf(p: LoginIdentityEventPayload): WebhookEventType {
  switch (p.authentication_status) {
    case 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION':
    case 'AUTHENTICATION_TOO_MANY_ATTEMPTS':
      return p.authentication_status;
    default:
      return 'AUTHENTICATION_FAILED';
  }
}

function productWebhook(p: LoginIdentityEventPayload): PublicWebhook | null {
  const { product, outcome } = p;
  if (!product || !outcome) return null;
  return loginWebhook(`${product.toUpperCase()}_${outcome}` as WebhookEventType, p);
}
