import {
  errorCatalogue,
  type HostedAttempt,
  type HostedError,
  type MoneyMoved,
} from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import type { AttemptFailure, PaymentAttempt } from '../payment-links/domain/payment-attempt.js';
import type { AttemptState } from '../payment-links/domain/payment-attempt.transitions.js';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';

type Mode = 'PAYMENT' | 'SETUP';

/** An attempt shows the status of its payment, or of its card where there is no payment. */
const STATUS: Record<Mode, Record<AttemptState, string>> = {
  PAYMENT: {
    SELECTED: 'AUTHORIZATION_REQUIRED',
    AUTHORIZING: 'AUTHORIZING',
    CAPTURING: 'SUBMITTED',
    SUCCEEDED: 'EXECUTED',
    FAILED: 'FAILED',
    CANCELLED: 'CANCELLED',
    REPLACED: 'CANCELLED',
  },
  SETUP: {
    SELECTED: 'CREATED',
    AUTHORIZING: 'CREATED',
    CAPTURING: 'CREATED',
    SUCCEEDED: 'SUCCEEDED',
    FAILED: 'FAILED',
    CANCELLED: 'CANCELLED',
    REPLACED: 'CANCELLED',
  },
};

const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_DECLINED: 'Your card was declined. Try another card or ask your bank.',
  INSUFFICIENT_FUNDS: 'The card does not have enough funds. Try another card.',
  PAYMENT_METHOD_EXPIRED: 'This card has expired. Try another card.',
  AUTHENTICATION_FAILED: 'The payment was not confirmed with your bank. Try again.',
  AUTHENTICATION_REQUIRED: 'Your bank asks you to confirm the payment. Try again.',
};
const OTHERWISE = 'The payment did not go through. Try again or use another card.';

/** Undefined for one that the payer gave up before submitting it. */
export function hostedAttempt(
  attempt: PaymentAttempt | null,
  mode: Mode,
): HostedAttempt | undefined {
  if (!attempt || attempt.status === 'REPLACED') return undefined;
  const { attemptId, paymentMethodType, card, redirectUrl, failure } = attempt.snapshot;
  return {
    attempt_id: attemptId,
    payment_method_type: paymentMethodType,
    status: STATUS[mode][attempt.status],
    redirect_url: redirectUrl ?? undefined,
    card: card ? { brand: card.brand, last4: card.last4 } : undefined,
    error: failure ? hostedError(failure) : undefined,
  };
}

function hostedError({ code }: AttemptFailure): HostedError {
  return {
    error_code: code,
    message: errorCatalogue[code].message,
    display_details: WHAT_TO_DO[code] ?? OTHERWISE,
  };
}

/** Whether the payer was charged; unknown while a gateway may still say either. */
export function moneyMoved(link: PaymentLink, attempt: PaymentAttempt | null): MoneyMoved {
  if (link.status === 'PAID') return 'YES';
  if (link.terms.mode === 'SETUP' || !attempt) return 'NO';
  const isOpen = attempt.isInFlight || attempt.snapshot.followUpAt !== null;
  return isOpen ? 'UNKNOWN' : 'NO';
}
