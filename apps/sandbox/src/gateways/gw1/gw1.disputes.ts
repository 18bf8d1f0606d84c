import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import { arnOf, DISPUTE_FEE, ISSUER_COMMENT, REASON } from '../../cards/disputes/dispute-texts.js';

const EVENT = {
  CHARGEBACK: 'chargeback',
  SECOND_CHARGEBACK: 'second_chargeback',
  EVIDENCE_RECEIVED: 'evidence_received',
  ACCEPTED: 'chargeback_accepted',
  WON: 'chargeback_won',
  LOST: 'chargeback_lost',
} as const;

/** Flat, in minor units. */
export function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
  return {
    event_id: eventId,
    event: EVENT[dispute.lastEvent],
    customer_app_id: dispute.customerAppId,
    occurred_at: dispute.updatedAt,
    dispute_reference: dispute.disputeReference,
    position: dispute.position,
    round: dispute.round,
    reference: dispute.reference,
    psp_reference: authorization.pspReference,
    payment_id: authorization.paymentId,
    amount: dispute.amount,
    currency: dispute.currency,
    fee_amount: DISPUTE_FEE,
    reason_code: REASON.code,
    reason: REASON.text,
    status: dispute.state.toLowerCase(),
    arn: arnOf(dispute),
    is_defendable: dispute.isDefendable,
    is_auto_defended: false,
    defend_by: dispute.defendBy,
    card_brand: authorization.card.brand,
    issuer_comment: ISSUER_COMMENT,
  };
}
