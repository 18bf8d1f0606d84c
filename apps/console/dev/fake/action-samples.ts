import type { ActionPreview, ActionProposal, ResourceReference } from '@towpath/contracts/operator';
import type { OperatorActionName } from '@towpath/contracts/operator';
import { before, idOf, PAYMENT_ID, SHOP, subjectOf } from './samples.js';

const HOUR_MS = 3_600_000;
export const REFUND_ID = idOf('01K9R', 1);
const REFUND: ResourceReference = {
  kind: 'refund',
  customer_app_id: SHOP.customer_app_id,
  id: REFUND_ID,
};

interface Sample extends Pick<ActionPreview, 'effects' | 'amount' | 'currency'> {
  readonly result?: ResourceReference;
}

const RESOLVED: Sample = { effects: ['The difference no longer counts as open.'] };

/** What each action would do, and what comes of it. */
export const ACTION_SAMPLES: Readonly<Record<OperatorActionName, Sample>> = {
  resend_webhook: { effects: ['The webhook PAYMENT_EXECUTED is sent to 1 endpoint again.'] },
  recover_webhooks: { effects: ['14 webhooks that failed are sent again, oldest first.'] },
  replay_message: { effects: ['mandate handles payment_link.expired again.'] },
  discard_message: {
    effects: ['mandate never handles payment_link.expired.', 'What it would have changed stays.'],
  },
  refund_payment: {
    effects: [
      'The payer gets the money back to the card that they paid with.',
      'The shop is told by the webhook REFUND_CREATED.',
      'The balance of the app at GW1 falls by the amount.',
    ],
    amount: 121_730,
    currency: 'HKD',
    result: REFUND,
  },
  cancel_payment_link: { effects: ['Nobody can pay the link any more.'] },
  cancel_mandate: { effects: ['The bank GW3 is asked to end the mandate.'] },
  cancel_payout: { effects: ['The payout is not sent to the bank.'] },
  assign_transfer: {
    effects: ['The transfer pays the link in full.', 'The shop gets PAYMENT_LINK_PAID.'],
    amount: 124_850,
    currency: 'HKD',
  },
  return_transfer: {
    effects: ['The money goes back to the account that it came from.'],
    amount: 124_850,
    currency: 'HKD',
  },
  resolve_difference: RESOLVED,
  resolve_debit_difference: RESOLVED,
  resolve_dispute_difference: RESOLVED,
};

const refund = (number: number): ActionProposal => ({
  action_id: idOf('01K9Q', number),
  action: 'refund_payment',
  service: 'payment-link',
  customer_app_id: SHOP.customer_app_id,
  id: PAYMENT_ID,
  amount: 8_000_000,
  state: 'OPEN',
  reason: 'Ticket 4711: the course was cancelled',
  effects: ['HKD 80,000.00 go back to the card of the payer.', 'The shop gets REFUND_CREATED.'],
  proposed_by: subjectOf('viewer'),
  may_decide: true,
  created_at: before(2 * HOUR_MS),
  expires_at: before(-22 * HOUR_MS),
});

/** One of another operator, one that was decided; those of the session come beside. */
export const PROPOSED: readonly ActionProposal[] = [
  refund(1),
  {
    ...refund(2),
    state: 'DECLINED',
    may_decide: false,
    created_at: before(30 * HOUR_MS),
    expires_at: before(6 * HOUR_MS),
    decided_by: subjectOf('admin'),
    decided_at: before(28 * HOUR_MS),
    outcome: 'The payer has disputed it already.',
  },
];

export const proposedBy = (subject: string): ActionProposal => ({
  ...refund(3),
  proposed_by: subject,
  may_decide: false,
});
