import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { PayoutEventPayload } from './payout.payload.js';

const define = eventsOf('payout', {
  payload: PayoutEventPayload,
  key: (payload) => payload.payout_id,
});

const created: PayoutEventPayload = {
  payout_id: EXAMPLE.payout_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  type: 'ON_DEMAND',
  previous_status: null,
  status: 'CREATED',
  amount: 12500,
  currency: 'HKD',
  sender_account_id: '01JQ0000000000000000000SET',
  recipient_account_id: '01JQ0000000000000000000EXT',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  metadata: EXAMPLE.metadata,
};

export const payoutCreated = define('payout.created', {
  description: 'A payout was created; with confirm, its amount is held.',
  example: created,
});

export const payoutConfirmed = define('payout.confirmed', {
  description: 'The customer app confirmed the payout; its amount is held.',
  example: { ...created, previous_status: 'CREATED', status: 'PROCESSING' },
});

export const payoutFundingStarted = define('payout.funding_started', {
  description: 'The funds of the payout are being reserved, or pulled on its mandate.',
  example: { ...created, previous_status: 'PROCESSING', status: 'PROCESSING_FUNDS' },
});

export const payoutFunded = define('payout.funded', {
  description: 'The funds of the payout are there.',
  example: { ...created, previous_status: 'PROCESSING_FUNDS', status: 'FUNDED' },
});

export const payoutSubmitted = define('payout.submitted', {
  description: 'The payout is handed to the bank, which may move the money from here on.',
  example: { ...created, previous_status: 'FUNDED', status: 'SUBMITTED' },
});

export const payoutExecuted = define('payout.executed', {
  description: 'The bank confirmed that the money moved.',
  example: { ...created, previous_status: 'SUBMITTED', status: 'EXECUTED' },
});

export const payoutFailed = define('payout.failed', {
  description: 'The payout failed; what was held for it is available again.',
  example: {
    ...created,
    previous_status: 'SUBMITTED',
    status: 'FAILED',
    error: embeddedError('PAYMENT_METHOD_DECLINED', 'The bank does not know the account.'),
  },
});

export const payoutCancelled = define('payout.cancelled', {
  description: 'The customer app cancelled the payout before anything was held for it.',
  example: { ...created, previous_status: 'CREATED', status: 'CANCELLED' },
});

export const payoutStatusCorrected = define('payout.status_corrected', {
  description: 'The bank reports as executed what was recorded as failed.',
  example: {
    ...created,
    previous_status: 'FAILED',
    status: 'EXECUTED',
    reason: 'the bank reports it as executed',
  },
});
