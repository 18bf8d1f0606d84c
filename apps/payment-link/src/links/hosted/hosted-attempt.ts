import { errorCatalogue } from '@towpath/contracts';
import type {
  HostedAttempt,
  HostedError,
  HostedSenderAccount,
  MoneyMoved,
} from '@towpath/contracts/payment-link';
import type { ErrorCode } from '@towpath/kernel';
import type { AttemptTerms, PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { AttemptFailure } from '../payment-attempts/payment-attempt.table.js';
import type { AttemptState } from '../payment-attempts/payment-attempt.transitions.js';
import type { PaymentLink } from '../payment-links/payment-link.js';

type Mode = 'PAYMENT' | 'SETUP';
type Shown = 'PAYMENT' | 'TRANSFER' | 'CARD' | 'MANDATE';

const PAYMENT: Record<AttemptState, string> = {
  SELECTED: 'AUTHORIZATION_REQUIRED',
  AUTHORIZING: 'AUTHORIZING',
  CONFIRMED: 'PROCESSING',
  CAPTURING: 'SUBMITTED',
  SUCCEEDED: 'EXECUTED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
  REPLACED: 'CANCELLED',
};

/** An attempt shows the status of its payment, or of its card or mandate where there is none. */
const STATUS: Record<Shown, Record<AttemptState, string>> = {
  PAYMENT,
  TRANSFER: { ...PAYMENT, SELECTED: 'CREATED' },
  CARD: {
    ...PAYMENT,
    SELECTED: 'CREATED',
    AUTHORIZING: 'CREATED',
    CONFIRMED: 'CREATED',
    CAPTURING: 'CREATED',
    SUCCEEDED: 'SUCCEEDED',
  },
  MANDATE: { ...PAYMENT, CAPTURING: 'PROCESSING', SUCCEEDED: 'SUCCEEDED', REPLACED: 'CLOSED' },
};

const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_DECLINED: 'Your card was declined. Try another card or ask your bank.',
  INSUFFICIENT_FUNDS: 'The card does not have enough funds. Try another card.',
  PAYMENT_METHOD_EXPIRED: 'This card has expired. Try another card.',
  AUTHENTICATION_FAILED: 'The payment was not confirmed with your bank. Try again.',
  AUTHENTICATION_REQUIRED: 'Your bank asks you to confirm the payment. Try again.',
};
const OTHERWISE = 'The payment did not go through. Try again or use another card.';

const WHAT_TO_DO_AT_THE_BANK: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_DECLINED: 'Your bank did not accept it. Ask your bank or pay another way.',
  INSUFFICIENT_FUNDS: 'The account does not have enough funds. Try another account.',
  AUTHENTICATION_FAILED: 'It was not confirmed with your bank. Try again.',
  TRANSACTION_LIMIT_EXCEEDED: 'The amount is above what was agreed. Pay another way.',
  INVALID_MANDATE_STATUS: 'The authorization was withdrawn. Try again or pay another way.',
};
const OTHERWISE_AT_THE_BANK = 'It did not go through. Try again or pay another way.';

/** Undefined for one that the payer gave up before submitting it. */
export function hostedAttempt(
  attempt: PaymentAttempt | null,
  mode: Mode,
  account: HostedSenderAccount | null = null,
): HostedAttempt | undefined {
  if (!attempt || attempt.status === 'REPLACED') return undefined;
  const { attemptId, paymentMethodType, card, redirectUrl, failure, surchargeAmount } =
    attempt.snapshot;
  return {
    attempt_id: attemptId,
    payment_method_type: paymentMethodType,
    status: STATUS[shownOf(mode, paymentMethodType)][attempt.status],
    surcharge_amount: surchargeAmount || undefined,
    redirect_url: redirectUrl ?? undefined,
    card: card ? { brand: card.brand, last4: card.last4 } : undefined,
    sender_account: account ?? undefined,
    error: failure ? hostedError(failure, paymentMethodType) : undefined,
  };
}

function shownOf(mode: Mode, type: AttemptTerms['paymentMethodType']): Shown {
  if (mode === 'PAYMENT') return type === 'MANUAL' ? 'TRANSFER' : 'PAYMENT';
  return type === 'MANDATE' ? 'MANDATE' : 'CARD';
}

function hostedError(
  { code }: AttemptFailure,
  type: AttemptTerms['paymentMethodType'],
): HostedError {
  const isDebit = type === 'MANDATE';
  const advice = (isDebit ? WHAT_TO_DO_AT_THE_BANK : WHAT_TO_DO)[code];
  return {
    error_code: code,
    message: errorCatalogue[code].message,
    display_details: advice ?? (isDebit ? OTHERWISE_AT_THE_BANK : OTHERWISE),
  };
}

/** Whether the payer was charged; unknown while a gateway may still say either. */
export function moneyMoved(link: PaymentLink, attempt: PaymentAttempt | null): MoneyMoved {
  if (link.status === 'PAID') return 'YES';
  if (link.terms.mode === 'SETUP' || !attempt) return 'NO';
  const isOpen = attempt.isInFlight || attempt.snapshot.followUpAt !== null;
  return isOpen ? 'UNKNOWN' : 'NO';
}
