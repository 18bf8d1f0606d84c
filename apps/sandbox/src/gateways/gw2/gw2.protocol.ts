import { createHmac } from 'node:crypto';
import { Money } from '@towpath/kernel';
import type { AuthorizationRecord } from '../../cards/authorizations/authorization.table.js';
import type { CardSnapshot, Shopper } from '../../cards/authorizations/test-cards.js';
import type { AuthorizationState } from '../../cards/authorizations/authorization.transitions.js';
import {
  type CallbackFact,
  refundPspReference,
} from '../../cards/authorizations/card-callbacks.js';
import type { SettledEntry } from '../../base/ledger/ledger.service.js';
import {
  type DisputeFact,
  arnOf,
  DISPUTE_FEE,
  ISSUER_COMMENT,
  REASON,
  type DisputeProtocol,
} from '../../cards/disputes/dispute-facts.js';
import { CardProtocol } from '../../cards/authorizations/card-callbacks.js';

/** A state as this gateway spells it. */
const OUTCOME = {
  REQUIRES_ACTION: 'REDIRECT',
  PENDING: 'REVIEW',
  AUTHORIZED: 'APPROVED',
  DECLINED: 'REFUSED',
  CAPTURED: 'SETTLED',
  CAPTURE_FAILED: 'SETTLEMENT_FAILED',
  VOIDED: 'CANCELLED',
  REFUNDED: 'RETURNED',
} as const satisfies Record<AuthorizationState, string>;

/**
 * A payment in its present state, or in that of its first answer. Amounts are decimal text, times
 * are ms.
 */
export function paymentBody(
  record: AuthorizationRecord,
  { state, publicUrl }: { readonly state: AuthorizationState; readonly publicUrl: string },
) {
  const { challengeId, decline } = record;
  return {
    id: record.pspReference,
    merchant_reference: record.reference,
    order_id: record.paymentId,
    shop: record.customerAppId,
    kind: record.purpose === 'SETUP' ? 'REGISTRATION' : 'PURCHASE',
    outcome: OUTCOME[state],
    value: Money.of(record.amount, record.currency).toDecimal(),
    currency: record.currency,
    redirect:
      state === 'REQUIRES_ACTION' && challengeId
        ? { url: `${publicUrl}/gw2/challenge/${challengeId}` }
        : null,
    refusal: decline
      ? { code: decline.declineCode, text: decline.declineReason, response: decline.resultCode }
      : null,
    approval_code: record.authCode,
    network_id: record.networkTransactionReference,
    payment_token: record.storedPaymentMethodId,
    instrument: instrumentOf(record.card),
    updated: record.updatedAt.getTime(),
  };
}

function instrumentOf(card: CardSnapshot) {
  const { wallet } = card;
  if (wallet) {
    const { brand, brandProductName, country } = wallet;
    return { type: 'WALLET', scheme: brand, product: brandProductName, country };
  }
  return {
    type: 'CARD',
    scheme: card.brand,
    last_digits: card.last4,
    expires: `${card.expiryYear}-${String(card.expiryMonth).padStart(2, '0')}`,
    country: card.country,
    funding: card.funding,
    account_hash: card.fingerprint,
    number_hash: card.cardNumberAlias,
    commercial: card.isCommercial,
    typed_at: card.shopper ? originOf(card.shopper) : null,
  };
}

function originOf({ browser, device, country, address, locale }: Shopper) {
  return { client: browser, device, region: country, network: address, language: locale };
}

function notification({ eventId, event, occurredAt, record, refund }: CallbackFact) {
  return {
    id: eventId,
    type: `payment.${event}`,
    at: occurredAt.getTime(),
    payment: {
      id: record.pspReference,
      merchant_reference: record.reference,
      order_id: record.paymentId,
      shop: record.customerAppId,
      value: Money.of(refund?.amount ?? record.amount, record.currency).toDecimal(),
      currency: record.currency,
      return_id: refund ? refundPspReference(record, refund.refundReference) : null,
    },
  };
}

const DIRECTION = {
  CHARGE: 'IN',
  REFUND: 'OUT',
  REFUND_REVERSED: 'OUT_FAILED',
  RETURN: 'TAKEN_BACK',
  RETURN_REVERSED: 'IN',
  PAYOUT: 'OUT',
  PAYOUT_REVERSED: 'IN',
} as const satisfies Record<SettledEntry['kind'], string>;

export function settlementLine(entry: SettledEntry) {
  return {
    line: entry.entry_id,
    merchant_reference: entry.reference,
    order_id: entry.payment_id,
    direction: DIRECTION[entry.kind],
    value: Money.of(entry.amount, entry.currency).toDecimal(),
    currency: entry.currency,
    at: entry.settled_at.getTime(),
  };
}

const EVENT = {
  CHARGEBACK: 'OPENED',
  SECOND_CHARGEBACK: 'REOPENED',
  EVIDENCE_RECEIVED: 'CONTESTED',
  ACCEPTED: 'CONCEDED',
  WON: 'RESOLVED_FOR_MERCHANT',
  LOST: 'RESOLVED_FOR_CARDHOLDER',
} as const;

/** Nested; amounts are decimal text, times are ms. */
function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
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

/** Two headers: the time in ms, and base64 of HMAC-SHA256 over the time, a line feed, the body. */
export const gw2Protocol = (secret: string): CardProtocol & DisputeProtocol => ({
  gateway: 'GW2',
  callbackBody: notification,
  disputeBody: disputeNotification,
  callbackHeaders: (body, sentAt) => {
    const timestamp = String(sentAt.getTime());
    const mac = createHmac('sha256', secret).update(`${timestamp}\n${body}`);
    return { 'x-gw2-timestamp': timestamp, 'x-gw2-signature': mac.digest('base64') };
  },
});
