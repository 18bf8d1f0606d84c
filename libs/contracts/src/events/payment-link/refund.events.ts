import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { RefundEventPayload } from './refund.payload.js';

const define = eventsOf('refund', {
  payload: RefundEventPayload,
  key: (payload) => payload.refund_id,
});

const submitted: RefundEventPayload = {
  refund_id: EXAMPLE.refund_id,
  payment_id: EXAMPLE.payment_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  previous_status: null,
  status: 'SUBMITTED',
  amount: 12500,
  currency: 'HKD',
  payment_link_id: EXAMPLE.payment_link_id,
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  metadata: EXAMPLE.metadata,
  reason: 'The link was already cancelled when the money arrived.',
};

export const refundSubmitted = define('refund.submitted', {
  description: 'A refund is on its way: the gateway or bank is told to return the money.',
  example: submitted,
});

export const refundExecuted = define('refund.executed', {
  description: 'Money of a payment went back to the payer; the payment stays EXECUTED.',
  example: { ...submitted, previous_status: 'SUBMITTED', status: 'EXECUTED' },
});

export const refundFailed = define('refund.failed', {
  description: 'The gateway or bank refused to return the money; the merchant keeps it.',
  example: {
    ...submitted,
    previous_status: 'SUBMITTED',
    status: 'FAILED',
    error: embeddedError('REFUND_NOT_ALLOWED', 'The card gateway refused the refund.'),
  },
});

export const refundStatusCorrected = define('refund.status_corrected', {
  description: 'The bank reports as paid out what was recorded as failed: the money went back.',
  example: { ...submitted, previous_status: 'FAILED', status: 'EXECUTED' },
});
