import { createHmac } from 'node:crypto';
import type { AuthorizationRecord } from '../../cards/authorizations/authorization.table.js';
import type { FoundAuthorization } from '../../cards/authorizations/authorizations.service.js';
import type { Refund } from '../../cards/authorizations/authorization.js';
import type { CardSnapshot, Shopper } from '../../cards/authorizations/test-cards.js';
import type { AuthorizationState } from '../../cards/authorizations/authorization.transitions.js';
import {
  type CallbackFact,
  refundPspReference,
} from '../../cards/authorizations/card-callbacks.js';
import type { Decline } from '../../cards/authorizations/card-outcomes.js';
import {
  type DisputeFact,
  arnOf,
  DISPUTE_FEE,
  ISSUER_COMMENT,
  REASON,
  type DisputeProtocol,
} from '../../cards/disputes/dispute-facts.js';
import { CardProtocol } from '../../cards/authorizations/card-callbacks.js';

const MS_PER_S = 1_000;

/** A state as this gateway spells it. */
const STATUS = {
  REQUIRES_ACTION: 'requires_action',
  PENDING: 'pending',
  AUTHORIZED: 'authorized',
  DECLINED: 'declined',
  CAPTURED: 'captured',
  CAPTURE_FAILED: 'capture_failed',
  VOIDED: 'voided',
  REFUNDED: 'refunded',
} as const satisfies Record<AuthorizationState, string>;

/** The answer to an authorization request: always that of the first request. */
export function authorizationAnswer(record: AuthorizationRecord, publicUrl: string) {
  const { answeredState: state, challengeId } = record;
  return {
    reference: record.reference,
    psp_reference: record.pspReference,
    status: STATUS[state],
    ...(state === 'REQUIRES_ACTION' && challengeId
      ? { action: { redirect_url: `${publicUrl}/gw1/challenge/${challengeId}` } }
      : {}),
    ...(state === 'DECLINED' ? declineOf(record.decline) : {}),
    ...payerOf(record.card),
    ...(state === 'AUTHORIZED' ? grantOf(record) : {}),
  };
}

/** The present status of an authorization. */
export function authorizationView({ record, refunds }: FoundAuthorization) {
  return {
    reference: record.reference,
    psp_reference: record.pspReference,
    payment_id: record.paymentId,
    customer_app_id: record.customerAppId,
    merchant_account: record.merchantAccount,
    purpose: record.purpose,
    status: STATUS[record.state],
    amount: record.amount,
    currency: record.currency,
    captured_amount: record.capturedAt ? record.amount : 0,
    refunded_amount: record.refundedAmount,
    refunds: refunds.map((refund) => ({
      refund_reference: refund.refundReference,
      psp_reference: refund.pspReference,
      amount: refund.amount,
      refunded_at: refund.refundedAt,
    })),
    ...declineOf(record.decline),
    ...payerOf(record.card),
    ...grantOf(record),
    created_at: record.createdAt,
    authorized_at: record.authorizedAt,
    captured_at: record.capturedAt,
    updated_at: record.updatedAt,
  };
}

export function captureAnswer(record: AuthorizationRecord) {
  const isCaptured = record.capturedAt !== null;
  return {
    ...referencesOf(record),
    status: isCaptured ? 'captured' : 'failed',
    amount: record.amount,
    currency: record.currency,
    captured_at: record.capturedAt,
    ...(isCaptured ? {} : declineOf(record.decline)),
  };
}

export function voidAnswer(record: AuthorizationRecord) {
  return { ...referencesOf(record), status: 'voided' };
}

export function refundAnswer(record: AuthorizationRecord, { refundReference, amount }: Refund) {
  return {
    reference: record.reference,
    refund_reference: refundReference,
    psp_reference: refundPspReference(record, refundReference),
    status: 'refunded',
    amount,
    currency: record.currency,
  };
}

function callbackBody({ eventId, event, occurredAt, record, refund }: CallbackFact) {
  const tellsDecline = event === 'declined' || event === 'capture_failed';
  return {
    event_id: eventId,
    event,
    reference: record.reference,
    psp_reference: record.pspReference,
    payment_id: record.paymentId,
    customer_app_id: record.customerAppId,
    merchant_account: record.merchantAccount,
    purpose: record.purpose,
    occurred_at: occurredAt,
    amount: refund?.amount ?? record.amount,
    currency: record.currency,
    ...(refund
      ? {
          refund_reference: refund.refundReference,
          refund_psp_reference: refundPspReference(record, refund.refundReference),
        }
      : {}),
    ...(tellsDecline ? declineOf(record.decline) : {}),
    ...payerOf(record.card),
    ...grantOf(record),
  };
}

function payerOf(card: CardSnapshot) {
  const { wallet, shopper } = card;
  if (!wallet) return { card: cardOf(card), ...(shopper ? { shopper: shopperOf(shopper) } : {}) };
  const { brand, brandProductName, country } = wallet;
  return { wallet: { brand, brand_product_name: brandProductName, country } };
}

function shopperOf({ browser, device, country, address, locale }: Shopper) {
  return { browser_type: browser, device_type: device, country, ip: address, locale };
}

function cardOf(card: CardSnapshot) {
  return {
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    country: card.country,
    funding: card.funding,
    fingerprint: card.fingerprint,
    card_number_alias: card.cardNumberAlias,
    is_commercial: card.isCommercial,
  };
}

function referencesOf({ reference, pspReference }: AuthorizationRecord) {
  return { reference, psp_reference: pspReference };
}

function declineOf(decline: Decline | null) {
  if (!decline) return {};
  return {
    decline: {
      decline_code: decline.declineCode,
      decline_reason: decline.declineReason,
      result_code: decline.resultCode,
    },
  };
}

function grantOf(record: AuthorizationRecord) {
  if (!record.authCode) return {};
  return {
    auth_code: record.authCode,
    network_transaction_reference: record.networkTransactionReference,
    ...(record.storedPaymentMethodId
      ? { stored_payment_method_id: record.storedPaymentMethodId }
      : {}),
  };
}

const EVENT = {
  CHARGEBACK: 'chargeback',
  SECOND_CHARGEBACK: 'second_chargeback',
  EVIDENCE_RECEIVED: 'evidence_received',
  ACCEPTED: 'chargeback_accepted',
  WON: 'chargeback_won',
  LOST: 'chargeback_lost',
} as const;

/** Flat, in minor units. */
function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
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

/** `t=<unix s>,v1=<hex HMAC-SHA256 of "t.body">`: the receiver checks the bytes as they arrived. */
export const gw1Protocol = (secret: string): CardProtocol & DisputeProtocol => ({
  gateway: 'GW1',
  callbackBody: callbackBody,
  disputeBody: disputeNotification,
  callbackHeaders: (body, sentAt) => {
    const seconds = Math.floor(sentAt.getTime() / MS_PER_S);
    const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { 'gw-signature': `t=${seconds},v1=${mac}` };
  },
});
