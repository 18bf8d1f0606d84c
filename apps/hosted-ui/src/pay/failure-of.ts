import type { HostedView, MoneyMoved } from '../api/hosted-view.js';
import { debitTextsFor, isDebit } from '../i18n/debit-texts.js';
import type { Texts } from '../i18n/texts.js';

/** The failures that the page explains in its own words; every other code is `OTHER`. */
export const FAILURE_CODES = [
  'PAYMENT_METHOD_EXPIRED',
  'PAYMENT_METHOD_DECLINED',
  'INSUFFICIENT_FUNDS',
  'AUTHENTICATION_FAILED',
  'OTHER',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** What the payer is told about a failed attempt: always these four things, in this order. */
export interface Failure {
  readonly title: string;
  readonly happened: string;
  readonly moneyMoved: string;
  readonly next: string;
  /** False when money did move: another attempt would be a second charge. */
  readonly canRetry: boolean;
}

export function failureCodeOf(errorCode: string | undefined): FailureCode {
  return FAILURE_CODES.find((code) => code === errorCode) ?? 'OTHER';
}

export function failureOf(
  view: Pick<HostedView, 'attempt' | 'money_moved' | 'merchant' | 'language' | 'currency'>,
  texts: Texts,
): Failure {
  const error = view.attempt?.error;
  const isEnglish = view.language.toLowerCase().startsWith('en');
  const cause = isDebit(view)
    ? debitTextsFor(view).failed
    : texts.failed.causes[failureCodeOf(error?.error_code)];
  return {
    title: cause.title,
    // The server writes English; a payer who reads another language gets our own words.
    happened: (isEnglish && error?.display_details?.trim()) || cause.happened,
    moneyMoved: moneyMovedText(view.money_moved, view, texts),
    next: cause.next,
    canRetry: view.money_moved === 'NO',
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
