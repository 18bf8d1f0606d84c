import { embeddedError } from '../../errors/envelope.js';
import { defineEvent } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { RefundEventPayload } from './refund.payload.js';

const definition = {
  version: 1,
  owner: 'payment-link',
  aggregate: 'refund',
  payload: RefundEventPayload,
  key: (payload: RefundEventPayload) => payload.refund_id,
} as const;

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

export const refundSubmitted = defineEvent({
  ...definition,
  name: 'refund.submitted',
  description: 'A refund is on its way: the gateway or bank is told to return the money.',
  example: submitted,
});

export const refundExecuted = defineEvent({
  ...definition,
  name: 'refund.executed',
  description: 'Money of a payment went back to the payer; the payment stays EXECUTED.',
  example: { ...submitted, previous_status: 'SUBMITTED', status: 'EXECUTED' },
});

export const refundFailed = defineEvent({
  ...definition,
  name: 'refund.failed',
  description: 'The gateway or bank refused to return the money; the merchant keeps it.',
  example: {
    ...submitted,
    previous_status: 'SUBMITTED',
    status: 'FAILED',
    error: embeddedError('REFUND_NOT_ALLOWED', 'The card gateway refused the refund.'),
  },
});

export const refundStatusCorrected = defineEvent({
  ...definition,
  name: 'refund.status_corrected',
  description: 'The bank reports as paid out what was recorded as failed: the money went back.',
  example: { ...submitted, previous_status: 'FAILED', status: 'EXECUTED' },
});
