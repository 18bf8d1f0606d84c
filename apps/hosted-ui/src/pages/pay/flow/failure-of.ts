import { isDebit } from '../api/parse-view.js';
import { entryOf } from '../../../shared/values.js';
import type { HostedView, MoneyMoved } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';
import { usedUpTypes } from './payment-methods.js';

/** The failures that the page explains in its own words; every other code is `OTHER`. */
type FailureCode = keyof Texts['failed'];
type DebitFailureCode = keyof Texts['debit']['failed'];

const CARD_CODES: Readonly<Record<string, FailureCode>> = {
  PAYMENT_METHOD_EXPIRED: 'PAYMENT_METHOD_EXPIRED',
  PAYMENT_METHOD_DECLINED: 'PAYMENT_METHOD_DECLINED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  AUTHENTICATION_REQUIRED: 'AUTHENTICATION_FAILED',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
};

/** Codes that end a mandate and, with the same code, its attempt. */
const DEBIT_CODES: Readonly<Record<string, DebitFailureCode>> = {
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
  CREDENTIALS_INVALID: 'AUTHENTICATION_FAILED',
  TOO_MANY_ATTEMPTS: 'AUTHENTICATION_FAILED',
  TRANSACTION_LIMIT_EXCEEDED: 'OUTSIDE_TERMS',
  MANDATE_NOT_IN_VALIDITY_PERIOD: 'OUTSIDE_TERMS',
  INVALID_MANDATE_STATUS: 'ENDED',
};

/** The text about a failed attempt: always these four parts, in this order. */
export interface Failure {
  readonly title: string;
  readonly happened: string;
  readonly moneyMoved: string;
  readonly next: string;
  /** False when money did move: another attempt would be a second charge. */
  readonly canRetry: boolean;
  /** Label of the button for another attempt. */
  readonly retry: string;
}

export function failureCodeOf(errorCode = ''): FailureCode {
  return entryOf(CARD_CODES, errorCode) ?? 'OTHER';
}

export function debitFailureCodeOf(errorCode = ''): DebitFailureCode {
  return entryOf(DEBIT_CODES, errorCode) ?? 'OTHER';
}

type FailedView = Pick<
  HostedView,
  'attempt' | 'money_moved' | 'merchant' | 'used_up_payment_method_types'
>;

/**
 * The failure in the page's own words. `display_details` of the error is for other pages: in
 * English it repeats the title and the next step.
 */
export function failureOf(view: FailedView, texts: Texts): Failure {
  const error = view.attempt?.error;
  const debitCode = isDebit(view) ? debitFailureCodeOf(error?.error_code) : null;
  const cause = debitCode
    ? texts.debit.failed[debitCode]
    : texts.failed[failureCodeOf(error?.error_code)];
  const usedUp = usedUpTypes(view).find((type) => type === view.attempt?.payment_method_type);
  return {
    title: cause.title,
    happened: cause.happened,
    moneyMoved: moneyMovedText(view.money_moved, view, texts),
    next: usedUp ? texts.usedUp.by[usedUp](view.merchant.display_name) : cause.next,
    canRetry: view.money_moved === 'NO',
    // The same again would fail the same way.
    retry: usedUp || debitCode === 'OUTSIDE_TERMS' ? texts.usedUp.otherWays : texts.actions.retry,
  };
}

/** One sentence about the money, for every screen on which the payer might wonder. */
export function moneyMovedText(
  moved: MoneyMoved,
  view: Pick<HostedView, 'merchant'>,
  texts: Texts,
): string {
  return texts.moneyMoved[moved](view.merchant.display_name);
}
