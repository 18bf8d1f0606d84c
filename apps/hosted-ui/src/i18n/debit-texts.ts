import type { DebitFailureCode } from '../pay/failure-of.js';
import type { FailureTexts, Sentence } from './texts.js';

/** What the payment page says of direct debit; the steps themselves bring their own texts. */
export interface DebitTexts {
  readonly offer: string;
  readonly setUp: string;
  readonly settingUp: { readonly title: string; readonly body: string };
  readonly setUpDone: string;
  readonly setUpBody: Sentence;
  readonly failed: Readonly<Record<DebitFailureCode, FailureTexts>>;
}
