import type { DebitFailureCode } from '../flow/failure-codes.js';
import type { FailureTexts } from './failure-texts.js';
import type { Sentence } from '../../../shared/i18n/page/page-texts.js';

/** Texts of the payment page about direct debit; the steps have their own texts. */
export interface DebitTexts {
  readonly offer: string;
  /** One that was saved: its bank, and the last characters of the account number. */
  readonly payFrom: (bank: string, ending: string) => string;
  /** The same account in a sentence that only names it. */
  readonly account: (bank: string, ending: string) => string;
  /** In place of an unknown name of the bank. */
  readonly yourBank: string;
  /** A saved one was refused before anything was sent. */
  readonly cannotPay: string;
  /** While its payment waits for the bank. */
  readonly collecting: string;
  readonly setUp: string;
  readonly settingUp: { readonly title: string; readonly body: string };
  readonly setUpDone: string;
  readonly setUpBody: Sentence;
  readonly failed: Readonly<Record<DebitFailureCode, FailureTexts>>;
}
