import type { CardDetails, PaymentProcessorDetails } from '@towpath/contracts/payment-link';
import type { Failure, GatewayStatus } from '@towpath/kernel';
import type Stripe from 'stripe';
import type { StripeRefused } from '@towpath/http';
import { GatewayUnavailable, NOT_SEEN, type CardAnswer } from '../ports.js';
import {
  declineCodeOf,
  declineOf,
  isDeclined,
  reasonOfRefusal,
  refusalIn,
  refusalOf,
  type Intent,
} from './stripe-declines.js';

export const INTEGRATION_ID = 'GW4';

/** The outcome is unknown. `status` is null without an answer. */
export class StripeUnavailable extends GatewayUnavailable {
  constructor(
    reason: string,
    readonly status: number | null = null,
  ) {
    super(INTEGRATION_ID, { reason });
  }
}

/** Idempotency key of the confirmation of what was made under `reference`. */
export const confirmKey = (reference: string) => `${reference}-confirm`;

/** Idempotency key of what is made before the payer has submitted a card. */
export const aheadKey = (reference: string) => `${reference}-ahead`;

/** An intent that nobody confirmed is `NOT_SEEN`: it takes no money. */
const BEFORE_SUCCESS: Readonly<Record<string, GatewayStatus>> = {
  requires_payment_method: 'NOT_SEEN',
  requires_confirmation: 'NOT_SEEN',
  requires_action: 'ACTION_REQUIRED',
  processing: 'PENDING',
  requires_capture: 'AUTHORIZED',
  canceled: 'VOIDED',
};

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const FUNDINGS: Readonly<Record<string, NonNullable<CardDetails['funding']>>> = {
  credit: 'CREDIT',
  debit: 'DEBIT',
  prepaid: 'PREPAID',
};

const MS_PER_S = 1_000;

/** Whether Stripe captured another amount than it was asked for. */
export function isOfAnotherAmount(intent: Intent): boolean {
  const { object, status } = intent;
  return (
    object !== 'setup_intent' && status === 'succeeded' && intent.amount_received !== intent.amount
  );
}

function statusOf(intent: Intent): GatewayStatus {
  if (isFailedCapture(intent)) return 'CAPTURE_FAILED';
  if (isDeclined(intent)) return 'DECLINED';
  if (intent.status === 'succeeded') return doneStatusOf(intent);
  const status = BEFORE_SUCCESS[intent.status];
  if (status) return status;
  throw new Error(`Stripe sent status ${intent.status}`);
}

function doneStatusOf(intent: Intent): GatewayStatus {
  if (intent.object === 'setup_intent') return isGivenUp(intent) ? 'VOIDED' : 'AUTHORIZED';
  return chargeOf(intent)?.refunded ? 'REFUNDED' : 'CAPTURED';
}

/** A set-up that succeeded cannot be cancelled, but its card can be detached. */
function isGivenUp({ payment_method: method }: Stripe.SetupIntent): boolean {
  return typeof method === 'object' && method !== null && method.customer === null;
}

/** Null if it is not expanded, or there is none. */
function chargeOf(intent: Intent): Stripe.Charge | null {
  if (intent.object === 'setup_intent') return null;
  const { latest_charge: charge } = intent;
  return typeof charge === 'object' ? charge : null;
}

/** The bank had authorized it, and gives no money: at once, or after the capture had succeeded. */
function isFailedCapture(intent: Intent): boolean {
  const charge = chargeOf(intent);
  if (!charge) return false;
  const isRefused = charge.status === 'failed' && charge.outcome?.type === 'authorized';
  // What an answer does not say is no failure.
  return isRefused || Boolean(charge.failure_balance_transaction);
}

/** Stripe, or the bank, ended a hold that nobody cancelled. */
function isExpiredHold(intent: Intent): boolean {
  const { status, cancellation_reason: reason } = intent;
  const isEnded = status === 'canceled' && (reason === 'automatic' || reason === 'expired');
  return isEnded && chargeOf(intent)?.paid === true;
}

interface Named {
  readonly recurringPaymentMode: string | null;
}

/** @param intent with its last charge, or the payment method of a set-up */
export function answerOf(intent: Intent, named: Named): CardAnswer {
  const gatewayStatus = statusOf(intent);
  if (gatewayStatus === 'NOT_SEEN') return NOT_SEEN;
  return {
    ...NOT_SEEN,
    gatewayStatus,
    redirectUrl: intent.next_action?.redirect_to_url?.url ?? null,
    failure: failureIn(intent, gatewayStatus),
    processorDetails: processorDetailsOf(intent),
    cardDetails: cardDetailsOf(intent, named),
    integrationMetadata: storedIn(intent, gatewayStatus),
  };
}

function failureIn(intent: Intent, status: GatewayStatus): Failure | null {
  if (isExpiredHold(intent)) return declineOf('charge_expired_for_capture');
  const refusal = refusalIn(intent);
  if (status === 'DECLINED') return refusal ? refusalOf(refusal) : declineOf(declineCodeOf(intent));
  if (status !== 'CAPTURE_FAILED') return null;
  return declineOf(declineCodeOf(intent) ?? chargeOf(intent)?.failure_code ?? null);
}

/** A request that was refused, and of which nothing is left. */
export function refusedAnswer({ facts }: StripeRefused): CardAnswer {
  const { code, declineCode } = facts;
  return {
    ...NOT_SEEN,
    gatewayStatus: 'DECLINED',
    failure: refusalOf(facts),
    processorDetails: present<PaymentProcessorDetails>({
      processor_id: INTEGRATION_ID,
      result: { decline_code: declineCode ?? code, decline_reason: reasonOfRefusal(facts) },
    }),
  };
}

/** What the risk check and the bank said; payers never see it. */
function processorDetailsOf(intent: Intent): PaymentProcessorDetails {
  const charge = chargeOf(intent);
  const card = charge?.payment_method_details?.card;
  const outcome = charge?.outcome;
  const refusal = refusalIn(intent);
  const held = intent.status === 'requires_capture' ? card?.capture_before : undefined;
  return present<PaymentProcessorDetails>({
    auth_code: card?.authorization_code ?? null,
    processor_id: INTEGRATION_ID,
    processor_reference: intent.id,
    result: {
      status: intent.status,
      decline_code: refusal?.code ?? declineCodeOf(intent),
      decline_reason: outcome?.reason ? outcome.seller_message : reasonOfRefusal(refusal),
      result_code: [outcome?.type, outcome?.risk_level].filter(Boolean).join(' ') || null,
      last_action: held ? `held until ${new Date(held * MS_PER_S).toISOString()}` : null,
    },
  });
}

function cardDetailsOf(intent: Intent, { recurringPaymentMode }: Named): CardDetails | null {
  const charged = chargeOf(intent)?.payment_method_details?.card ?? null;
  const method = methodOf(intent);
  const card = charged ?? method?.card ?? null;
  if (!card) return null;
  return present<CardDetails>({
    brand: BRANDS[card.brand ?? ''] ?? card.brand,
    last4: card.last4,
    expiry_month: card.exp_month,
    expiry_year: card.exp_year,
    country: card.country,
    funding: FUNDINGS[card.funding ?? ''] ?? null,
    fingerprint: card.fingerprint ?? null,
    service_authorization_reference: intent.metadata?.['reference'] ?? null,
    recurring_payment_mode: recurringPaymentMode,
    processor_details: {
      auth_code: charged?.authorization_code ?? null,
      network_transaction_reference: charged?.network_transaction_id ?? null,
      processor_id: INTEGRATION_ID,
      processor_reference: intent.id,
      token_id: idOf(intent.payment_method),
    },
  });
}

function methodOf({ payment_method: method }: Intent): Stripe.PaymentMethod | null {
  return typeof method === 'object' ? method : null;
}

/** The references for later charges, once the card is stored. */
function storedIn(intent: Intent, status: GatewayStatus): object | null {
  const isStored = intent.object === 'setup_intent' || intent.setup_future_usage === 'off_session';
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  const isTaken = status === 'AUTHORIZED' || status === 'CAPTURED';
  if (!isStored || !isTaken || customer === null || method === null) return null;
  const gw4_metadata = { customer: { id: customer }, payment_method: { id: method } };
  return { integration_id: INTEGRATION_ID, gw4_metadata };
}

export function idOf(named: string | { readonly id: string } | null | undefined): string | null {
  return typeof named === 'object' ? (named?.id ?? null) : (named ?? null);
}

type Partly<T> = { readonly [K in keyof T]?: Partly<T[K]> | null };

/** Without the members that this answer does not have: they must not cover earlier ones. */
function present<T extends object>(details: Partly<T>): T {
  const filled = (_name: string, value: unknown): unknown => value ?? undefined;
  return JSON.parse(JSON.stringify(details, filled)) as T;
}
