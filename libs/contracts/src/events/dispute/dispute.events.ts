import { field } from '../../fields/index.js';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

export class DisputeEventPayload extends EventPayload {
  @field.id('The dispute.') dispute_id: string;
  @field.id('The payment in dispute.') payment_id: string;
  @field.enum('Null at creation.', DISPUTE_STATUSES, { nullable: true })
  previous_status: DisputeStatus | null;
  @field.enum('Status after the change.', DISPUTE_STATUSES) status: DisputeStatus;
  @field.integer('1 for the first chargeback, 2 for the second; 0 for an inquiry before.', {
    min: 0,
  })
  round: number;
  @field.amount('Disputed minor units.') amount: number;
  @field.currency() currency: string;
  @field.amount("The processor's fee, in minor units of the payment's currency.")
  fee_amount: number;
  @field.text("The processor's own word, such as CHARGEBACK.") last_event_name: string;
  @field.instant('Until when the dispute can be defended.', { optional: true })
  defense_period_deadline?: string;
  @field.id('Payment user of the sender.', { optional: true }) user_id?: string;
  @field.text("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @field.text('Why the dispute moved.', { optional: true }) reason?: string;
}

export const disputeEvents = eventsOf(
  'dispute',
  {
    payload: DisputeEventPayload,
    key: (payload) => payload.dispute_id,
    example: {
      dispute_id: EXAMPLE.dispute_id,
      payment_id: EXAMPLE.payment_id,
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
    },
  },
  {
    'dispute.chargeback_received': {
      description: 'A card holder contests a payment.',
      webhook: 'DISPUTE_CREATED',
    },
    'dispute.deadline_approaching': {
      description: 'The dispute can be defended for 7, 3 or 1 more days.',
      example: { previous_status: 'ACTION_REQUIRED', reason: '3 days are left' },
      webhook: 'DISPUTE_DEADLINE_APPROACHING',
    },
    'dispute.defended': {
      description: 'The processor has the evidence; the issuer decides.',
      example: { previous_status: 'ACTION_REQUIRED', status: 'PROCESSING' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.accepted': {
      description: 'The merchant accepts the dispute: the card holder keeps the money.',
      example: { previous_status: 'ACTION_REQUIRED', status: 'ACCEPTED' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.deadline_passed': {
      description: 'The time to defend the dispute is over.',
      example: { previous_status: 'ACTION_REQUIRED', status: 'UNDEFENDED' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.won': {
      description: 'The issuer decided for the merchant: the money is released.',
      example: { previous_status: 'PROCESSING', status: 'WON', last_event_name: 'WON' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.lost': {
      description: 'The issuer decided against the merchant: the money is gone.',
      example: { previous_status: 'PROCESSING', status: 'LOST', last_event_name: 'LOST' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.reopened': {
      description: 'The issuer contests the payment a second time, or the merchant may appeal.',
      example: { previous_status: 'WON', round: 2, last_event_name: 'SECOND_CHARGEBACK' },
      webhook: 'DISPUTE_UPDATED',
    },
    'dispute.status_corrected': {
      description: 'The status was changed to what the processor has.',
      example: {
        previous_status: 'LOST',
        status: 'WON',
        last_event_name: 'WON',
        reason: 'the processor reports WON',
      },
      webhook: 'DISPUTE_UPDATED',
    },
  },
);
