import { Money } from '@towpath/kernel';

import type { DisputeFact } from '../../cards/disputes/dispute-fact.js';
import { arnOf, DISPUTE_FEE, ISSUER_COMMENT, REASON } from '../../cards/disputes/dispute-texts.js';

const EVENT = {
  CHARGEBACK: 'OPENED',
  SECOND_CHARGEBACK: 'REOPENED',
  EVIDENCE_RECEIVED: 'CONTESTED',
  ACCEPTED: 'CONCEDED',
  WON: 'RESOLVED_FOR_MERCHANT',
  LOST: 'RESOLVED_FOR_CARDHOLDER',
} as const;

/** Nested; amounts are decimal text, times are ms. */
export function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
  const decimal = (amount: number) => Money.of(amount, dispute.currency).toDecimal();
  return {
    id: eventId,
    type: `dispute.${EVENT[dispute.lastEvent]}`,
    at: dispute.updatedAt.getTime(),
    dispute: {
      id: dispute.disputeReference,
      shop: dispute.customerAppId,
      order_id: authorization.paymentId,
      merchant_reference: dispute.reference,
      payment: authorization.pspReference,
      step: dispute.position,
      cycle: dispute.round,
      value: decimal(dispute.amount),
      fee: decimal(DISPUTE_FEE),
      currency: dispute.currency,
      code: REASON.code,
      text: REASON.text,
      state: dispute.state,
      acquirer_reference: arnOf(dispute),
      contestable: dispute.isDefendable,
      contested_by_us: false,
      contest_until: dispute.defendBy?.getTime() ?? null,
      scheme: authorization.card.brand,
      note: ISSUER_COMMENT,
    },
  };
}
