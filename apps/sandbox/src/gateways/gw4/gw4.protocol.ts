import { createHash, createHmac } from 'node:crypto';
import type { AuthorizationRecord } from '../../cards/authorizations/authorization.table.js';
import type { CardSnapshot, Shopper } from '../../cards/authorizations/test-cards.js';
import type { AuthorizationState } from '../../cards/authorizations/authorization.transitions.js';
import type { CallbackFact } from '../../cards/authorizations/card-callbacks.js';
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

const CUSTOMER_CHARACTERS = 18;
const MS_PER_S = 1_000;

/** A state as this gateway spells it; a finished set-up has `succeeded` without any money. */
const STATUS = {
  REQUIRES_ACTION: 'requires_action',
  PENDING: 'processing',
  AUTHORIZED: 'requires_capture',
  DECLINED: 'failed',
  CAPTURED: 'succeeded',
  CAPTURE_FAILED: 'capture_failed',
  VOIDED: 'canceled',
  REFUNDED: 'refunded',
} as const satisfies Record<AuthorizationState, string>;

/** The customer that a stored payment method belongs to: it follows from the method. */
export function customerOf(paymentMethodId: string): string {
  const digest = createHash('sha256').update(`customer of ${paymentMethodId}`).digest('hex');
  return `cus_${digest.slice(0, CUSTOMER_CHARACTERS)}`;
}

/** An intent in its present state, or in that of its first answer. */
export function intentBody(
  record: AuthorizationRecord,
  { state, publicUrl }: { readonly state: AuthorizationState; readonly publicUrl: string },
) {
  const { challengeId, decline, storedPaymentMethodId: stored } = record;
  const isStored = record.purpose === 'SETUP' && state === 'AUTHORIZED';
  return {
    object: 'payment_intent',
    id: `pi_${record.reference}`,
    usage: record.purpose === 'SETUP' ? 'setup' : 'payment',
    status: isStored ? 'succeeded' : STATUS[state],
    amount: { value: record.amount, currency: record.currency },
    amount_received: record.capturedAt ? record.amount : 0,
    next_action:
      state === 'REQUIRES_ACTION' && challengeId
        ? { type: 'redirect', url: `${publicUrl}/gw4/challenge/${challengeId}` }
        : null,
    last_error: decline
      ? { code: decline.declineCode, message: decline.declineReason, network: decline.resultCode }
      : null,
    charge: {
      id: record.pspReference,
      authorization_code: record.authCode,
      network_transaction_id: record.networkTransactionReference,
    },
    customer: stored ? { id: customerOf(stored) } : null,
    payment_method: { id: stored, ...methodOf(record.card) },
    metadata: { customer_app_id: record.customerAppId, payment_id: record.paymentId },
  };
}

function methodOf(card: CardSnapshot) {
  const { wallet } = card;
  if (wallet) {
    const { brand, brandProductName, country } = wallet;
    return { type: 'wallet', wallet: { brand, product: brandProductName, country } };
  }
  return {
    type: 'card',
    card: {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expiryMonth,
      exp_year: card.expiryYear,
      country: card.country,
      funding: card.funding.toLowerCase(),
      fingerprint: card.fingerprint,
      number_alias: card.cardNumberAlias,
      commercial: card.isCommercial,
    },
    ...(card.shopper ? { session: sessionOf(card.shopper) } : {}),
  };
}

function sessionOf({ browser, device, country, address, locale }: Shopper) {
  return { browser, device, country, ip: address, locale };
}

function webhookBody(fact: CallbackFact) {
  const { eventId, event, occurredAt, record } = fact;
  return {
    id: eventId,
    type: `payment_intent.${event}`,
    created: Math.floor(occurredAt.getTime() / MS_PER_S),
    data: {
      object: {
        id: `pi_${record.reference}`,
        metadata: { customer_app_id: record.customerAppId, payment_id: record.paymentId },
      },
    },
  };
}

const BALANCE_TYPE = {
  CHARGE: 'charge',
  REFUND: 'refund',
  REFUND_REVERSED: 'refund_failure',
  RETURN: 'charge_failure',
  RETURN_REVERSED: 'charge',
  PAYOUT: 'payout',
  PAYOUT_REVERSED: 'payout_failure',
} as const satisfies Record<SettledEntry['kind'], string>;

export function balanceTransaction(entry: SettledEntry) {
  return {
    object: 'balance_transaction',
    id: entry.entry_id,
    type: BALANCE_TYPE[entry.kind],
    source: `pi_${entry.reference}`,
    payment_id: entry.payment_id,
    // What goes back to cardholders is negative here.
    net: entry.kind === 'CHARGE' || entry.kind === 'REFUND_REVERSED' ? entry.amount : -entry.amount,
    currency: entry.currency,
    created_ms: entry.settled_at.getTime(),
  };
}

const EVENT = {
  CHARGEBACK: 'created',
  SECOND_CHARGEBACK: 'reopened',
  EVIDENCE_RECEIVED: 'evidence_submitted',
  ACCEPTED: 'accepted',
  WON: 'won',
  LOST: 'lost',
} as const;

/** An object inside an event; amounts are objects, times are seconds. */
function disputeNotification({ eventId, dispute, authorization }: DisputeFact) {
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

/** `created=<unix s>; sha512=<hex HMAC-SHA512 of "created:body">` in one header. */
export const gw4Protocol = (secret: string): CardProtocol & DisputeProtocol => ({
  gateway: 'GW4',
  callbackBody: webhookBody,
  disputeBody: disputeNotification,
  callbackHeaders: (body, sentAt) => {
    const created = Math.floor(sentAt.getTime() / MS_PER_S);
    const mac = createHmac('sha512', secret).update(`${created}:${body}`).digest('hex');
    return { 'gw4-signature': `created=${created}; sha512=${mac}` };
  },
});
