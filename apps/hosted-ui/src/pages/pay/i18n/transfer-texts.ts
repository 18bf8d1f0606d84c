import type { Sentence } from '../../../shared/i18n/page/page-texts.js';
import type { ReturnCause } from '../api/hosted-view.js';

/** Texts of the payment page about bank transfers, which payers make at their own bank. */
export interface TransferTexts {
  readonly offer: string;
  readonly title: string;
  readonly body: Sentence;
  readonly amount: string;
  readonly recipient: string;
  readonly account: string;
  readonly reference: string;
  /** What happens to a transfer of another amount. */
  readonly rules: string;
  readonly waiting: string;
  readonly otherWay: string;
  /** A payer who has already transferred the money must not choose another method. */
  readonly otherWayRule: string;
  /** About a transfer that was returned, by its amount. */
  readonly returned: Readonly<Record<ReturnCause, (amount: string) => string>>;
}
