import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { PaymentEventPayload } from './payment.payload.js';

const define = eventsOf('payment', {
  payload: PaymentEventPayload,
  key: (payload) => payload.payment_id,
});

const created: PaymentEventPayload = {
  payment_id: EXAMPLE.payment_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  type: 'CARD',
  previous_status: null,
  status: 'AUTHORIZATION_REQUIRED',
  amount: 12500,
  currency: 'HKD',
  payment_link_id: EXAMPLE.payment_link_id,
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  external_transaction_reference: 'INV-1001',
  metadata: EXAMPLE.metadata,
};

export const paymentCreated = define('payment.created', {
  description: 'A payment exists: the payer chose a method, or a stored method is charged.',
  example: created,
});

export const paymentAuthorizationStarted = define('payment.authorization_started', {
  description: 'The payer is authorizing the payment at the bank or gateway.',
  example: { ...created, previous_status: 'AUTHORIZATION_REQUIRED', status: 'AUTHORIZING' },
});

export const paymentAuthorized = define('payment.authorized', {
  description: 'The bank or gateway authorized the payment; it is about to be sent.',
  example: { ...created, previous_status: 'AUTHORIZING', status: 'PROCESSING' },
});

export const paymentSubmitted = define('payment.submitted', {
  description: 'The payment was sent to the bank or gateway.',
  example: { ...created, previous_status: 'PROCESSING', status: 'SUBMITTED' },
});

export const paymentExecuted = define('payment.executed', {
  description: 'The money was collected. The only success.',
  example: { ...created, previous_status: 'SUBMITTED', status: 'EXECUTED' },
});

export const paymentFailed = define('payment.failed', {
  description: 'The bank or gateway declined or rejected the payment.',
  example: { ...created, previous_status: 'AUTHORIZING', status: 'FAILED', error: EXAMPLE.error },
});

export const paymentCancelled = define('payment.cancelled', {
  description: 'The attempt ended before money could move.',
  example: {
    ...created,
    previous_status: 'AUTHORIZATION_REQUIRED',
    status: 'CANCELLED',
    reason: 'The payer chose another payment method.',
  },
});

export const paymentRevoked = define('payment.revoked', {
  description: 'The payer withdrew the authorization before execution.',
  example: { ...created, previous_status: 'SUBMITTED', status: 'REVOKED' },
});

export const paymentReturned = define('payment.returned', {
  description: 'The bank took back the money of an executed payment; its status stays.',
  example: {
    ...created,
    previous_status: 'EXECUTED',
    type: 'MANDATE',
    status: 'EXECUTED',
    reason: 'The payer asked the bank to return the money.',
    payment_processor: 'GW3',
    amount_returned: 12500,
  },
});

export const paymentStatusCorrected = define('payment.status_corrected', {
  description: 'The status was forced to match what the bank or gateway reports.',
  example: {
    ...created,
    previous_status: 'FAILED',
    status: 'EXECUTED',
    reason: 'The gateway reports the payment as captured.',
  },
});
