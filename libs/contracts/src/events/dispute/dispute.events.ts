import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { DisputeEventPayload } from './dispute.payload.js';

const define = eventsOf('dispute', {
  payload: DisputeEventPayload,
  key: (payload) => payload.dispute_id,
});

const received: DisputeEventPayload = {
  dispute_id: EXAMPLE.dispute_id,
  payment_id: EXAMPLE.payment_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  previous_status: null,
  status: 'ACTION_REQUIRED',
  round: 1,
  amount: 12500,
  currency: 'HKD',
  fee_amount: 1500,
  last_event_name: 'CHARGEBACK',
  defense_period_deadline: '2026-03-16T08:15:30.250Z',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
};

export const disputeChargebackReceived = define('dispute.chargeback_received', {
  description: 'A card holder contests a payment.',
  example: received,
});

export const disputeDeadlineApproaching = define('dispute.deadline_approaching', {
  description: 'The dispute can be defended for 7, 3 or 1 more days.',
  example: { ...received, previous_status: 'ACTION_REQUIRED', reason: '3 days are left' },
});

export const disputeDefended = define('dispute.defended', {
  description: 'The processor has the evidence; the issuer decides.',
  example: { ...received, previous_status: 'ACTION_REQUIRED', status: 'PROCESSING' },
});

export const disputeAccepted = define('dispute.accepted', {
  description: 'The merchant accepts the dispute: the card holder keeps the money.',
  example: { ...received, previous_status: 'ACTION_REQUIRED', status: 'ACCEPTED' },
});

export const disputeDeadlinePassed = define('dispute.deadline_passed', {
  description: 'The time to defend the dispute is over.',
  example: { ...received, previous_status: 'ACTION_REQUIRED', status: 'UNDEFENDED' },
});

export const disputeWon = define('dispute.won', {
  description: 'The issuer decided for the merchant: the money is released.',
  example: { ...received, previous_status: 'PROCESSING', status: 'WON', last_event_name: 'WON' },
});

export const disputeLost = define('dispute.lost', {
  description: 'The issuer decided against the merchant: the money is gone.',
  example: { ...received, previous_status: 'PROCESSING', status: 'LOST', last_event_name: 'LOST' },
});

export const disputeReopened = define('dispute.reopened', {
  description: 'The issuer contests the payment a second time.',
  example: { ...received, previous_status: 'WON', round: 2, last_event_name: 'SECOND_CHARGEBACK' },
});

export const disputeStatusCorrected = define('dispute.status_corrected', {
  description: 'The status was changed to what the processor has.',
  example: {
    ...received,
    previous_status: 'LOST',
    status: 'WON',
    last_event_name: 'WON',
    reason: 'the processor reports WON',
  },
});
