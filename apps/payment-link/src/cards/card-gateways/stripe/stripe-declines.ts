import type { ErrorCode, Failure } from '@towpath/kernel';
import type { StripeRefused } from '@towpath/http';
import type Stripe from 'stripe';

export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** By decline code, or by error code where a bank gave none. Others: `PAYMENT_METHOD_DECLINED`. */
const DECLINES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
  ['card_velocity_exceeded', 'INSUFFICIENT_FUNDS'],
  ['withdrawal_count_limit_exceeded', 'INSUFFICIENT_FUNDS'],
  ['expired_card', 'PAYMENT_METHOD_EXPIRED'],
  ['authentication_required', 'AUTHENTICATION_REQUIRED'],
  ['mobile_device_authentication_required', 'AUTHENTICATION_REQUIRED'],
  ['authentication_not_handled', 'AUTHENTICATION_FAILED'],
  ['payment_intent_authentication_failure', 'AUTHENTICATION_FAILED'],
  ['setup_intent_authentication_failure', 'AUTHENTICATION_FAILED'],
  ['payment_intent_payment_attempt_expired', 'AUTHENTICATION_FAILED'],
  ['capture_charge_authorization_expired', 'AUTHORIZATION_EXPIRED'],
  ['charge_expired_for_capture', 'AUTHORIZATION_EXPIRED'],
  ...(
    'approve_with_id call_issuer card_declined card_decline_rate_limit_exceeded card_not_supported ' +
    'currency_not_supported do_not_honor do_not_try_again duplicate_transaction fraudulent ' +
    'generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip ' +
    'invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year ' +
    'invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist ' +
    'new_account_information_available no_action_taken not_permitted offline_pin_required ' +
    'online_or_offline_pin_required pickup_card pin_try_exceeded processing_error ' +
    'reenter_transaction restricted_card revocation_of_all_authorizations ' +
    'revocation_of_authorization security_violation service_not_allowed stolen_card ' +
    'stop_payment_order testmode_decline transaction_not_allowed try_again_later'
  )
    .split(' ')
    .map((code): [string, ErrorCode] => [code, 'PAYMENT_METHOD_DECLINED']),
]);

/** In place of Stripe's texts, which may tell a payer what the risk check found. */
const EXPLANATIONS: Partial<Record<ErrorCode, string>> = {
  INSUFFICIENT_FUNDS: 'The card has too little money or credit left.',
  PAYMENT_METHOD_EXPIRED: 'The card has expired.',
  AUTHENTICATION_REQUIRED: 'The bank asks the payer to confirm; send them a payment link.',
  AUTHENTICATION_FAILED: 'The bank could not confirm that the payer owns the card.',
  AUTHORIZATION_EXPIRED: 'The bank gave the held money back before it was captured.',
};

/**
 * Stripe forgets the error of an intent that is changed or cancelled. So the reason is written into
 * its metadata first, and a question after a kill reads the same reason.
 */
const DECLINED = 'declined';
const REFUSED = 'refused';
const REFUSED_PARAM = 'refused_param';

function errorOf(intent: Intent) {
  return intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
}

export function isDeclined(intent: Intent): boolean {
  const { status, metadata } = intent;
  if (status !== 'requires_payment_method' && status !== 'canceled') return false;
  return errorOf(intent) !== null || Boolean(metadata?.[DECLINED] ?? metadata?.[REFUSED]);
}

/** Declined, and still open: a holder of its client secret could confirm it again. */
export function isOpenDecline(intent: Intent): boolean {
  return intent.status === 'requires_payment_method' && isDeclined(intent);
}

/** Whether the table has no line for the decline. */
export function isNewDecline(code: string | null): boolean {
  return code !== null && !DECLINES.has(code);
}

export function declineCodeOf(intent: Intent): string | null {
  const error = errorOf(intent);
  return error?.decline_code ?? error?.code ?? intent.metadata?.[DECLINED] ?? null;
}

/** The metadata that keep the error of an intent; null if it has none, or has them already. */
export function reasonIn(intent: Intent): Stripe.MetadataParam | null {
  if (errorOf(intent) === null) return null;
  return { [DECLINED]: declineCodeOf(intent) ?? 'generic_decline' };
}

/** The metadata that keep why a confirmation was refused. */
export function reasonOf({ facts }: StripeRefused): Stripe.MetadataParam {
  const { code, declineCode, param } = facts;
  if (declineCode !== null) return { [DECLINED]: declineCode };
  return { [REFUSED]: code ?? 'request', [REFUSED_PARAM]: param ?? '' };
}

/** Code and parameter; null for what was not refused. */
export function refusalIn({ metadata }: Intent): Refusal | null {
  const code = metadata?.[REFUSED];
  return code ? { code, declineCode: null, param: metadata?.[REFUSED_PARAM] ?? null } : null;
}

type Refusal = Pick<StripeRefused['facts'], 'code' | 'declineCode' | 'param'>;

export function declineOf(given: string | null): Failure {
  const code = DECLINES.get(given ?? '') ?? 'PAYMENT_METHOD_DECLINED';
  return { code, explanation: EXPLANATIONS[code] ?? 'The card was declined.' };
}

const NOT_TAKEN = 'The card gateway does not take this amount in this currency.';

/** For customer apps: the parameter that was refused. */
export function reasonOfRefusal(refusal: Refusal | null): string | null {
  return refusal?.param ? `refused: ${refusal.param}` : null;
}

export function refusalOf({ code, declineCode, param }: Refusal): Failure {
  if (declineCode !== null) return declineOf(declineCode);
  if (code?.startsWith('amount_') || param === 'amount' || param === 'currency')
    return { code: 'INVALID_REQUEST', explanation: NOT_TAKEN };
  const isGone = param === 'customer' || param === 'payment_method';
  return {
    code: 'PAYMENT_METHOD_DECLINED',
    explanation: isGone
      ? 'The card gateway keeps this card no longer.'
      : 'The card gateway refused the request.',
  };
}
