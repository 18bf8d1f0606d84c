import { Money } from '@towpath/kernel';

import type {
  AuthorizationRecord,
  CardSnapshot,
  Shopper,
} from '../../cards/authorizations/domain/authorization.js';
import type { AuthorizationState } from '../../cards/authorizations/domain/authorization.transitions.js';
import type { CallbackFact } from '../../cards/authorizations/callback-fact.js';
import { refundPspReference } from '../../cards/authorizations/issued-references.js';
import type { SettledEntry } from '../../base/ledger/list-settled.query.js';

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

export function notification({ eventId, event, occurredAt, record, refund }: CallbackFact) {
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

export function settlementLine(entry: SettledEntry) {
  return {
    line: entry.entry_id,
    merchant_reference: entry.reference,
    order_id: entry.payment_id,
    direction: entry.kind === 'CHARGE' ? 'IN' : 'OUT',
    value: Money.of(entry.amount, entry.currency).toDecimal(),
    currency: entry.currency,
    at: entry.settled_at.getTime(),
  };
}
