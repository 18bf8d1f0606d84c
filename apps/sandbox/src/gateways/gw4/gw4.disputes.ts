import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import { arnOf, DISPUTE_FEE, ISSUER_COMMENT, REASON } from '../../cards/disputes/dispute-texts.js';

const EVENT = {
  CHARGEBACK: 'created',
  SECOND_CHARGEBACK: 'reopened',
  EVIDENCE_RECEIVED: 'evidence_submitted',
  ACCEPTED: 'accepted',
  WON: 'won',
  LOST: 'lost',
} as const;
const MS_PER_S = 1_000;

/** An object inside an event; amounts are objects, times are seconds. */
export function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
  const { currency, defendBy } = dispute;
  return {
    id: eventId,
    type: `charge.dispute.${EVENT[dispute.lastEvent]}`,
    created: Math.floor(dispute.updatedAt.getTime() / MS_PER_S),
    data: {
      object: {
        object: 'dispute',
        id: dispute.disputeReference,
        version: dispute.position,
        cycle: dispute.round,
        status: dispute.state.toLowerCase(),
        amount: { value: dispute.amount, currency },
        fee: { value: DISPUTE_FEE, currency },
        reason: { code: REASON.code, message: REASON.text },
        evidence_details: {
          accepted: dispute.isDefendable,
          automatic: false,
          due_by: defendBy ? Math.floor(defendBy.getTime() / MS_PER_S) : null,
        },
        charge: authorization.pspReference,
        payment_intent: `pi_${dispute.reference}`,
        network_reference: arnOf(dispute),
        brand: authorization.card.brand,
        issuer_note: ISSUER_COMMENT,
        metadata: {
          customer_app_id: dispute.customerAppId,
          payment_id: authorization.paymentId,
        },
      },
    },
  };
}
