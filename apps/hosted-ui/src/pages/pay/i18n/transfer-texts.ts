import type { Sentence } from '../../../shared/i18n/page/page-texts.js';
import type { ReturnCause } from '../api/hosted-view.js';

/** What the payment page says of bank transfers, which payers make at their own bank. */
export interface TransferTexts {
  readonly offer: string;
  readonly title: string;
  readonly body: Sentence;
  readonly amount: string;
  readonly recipient: string;
  readonly account: string;
  readonly reference: string;
  /** What becomes of money that does not match. */
  readonly rules: string;
  readonly waiting: string;
  readonly otherWay: string;
  /** Who has transferred the money already must not leave. */
  readonly otherWayRule: string;
  /** Of a transfer that arrived and went back, by its amount. */
  readonly returned: Readonly<Record<ReturnCause, (amount: string) => string>>;
}
