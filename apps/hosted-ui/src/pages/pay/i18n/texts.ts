import type { PageTexts, Sentence, StatusTexts } from '../../../shared/i18n/page/page-texts.js';
import type { FuturePayments, MoneyMoved, ReturnCause } from '../api/hosted-view.js';
import type { FailureCode } from '../flow/failure-codes.js';
import type { LimitedType } from '../flow/used-up.js';
import type { DebitTexts } from './debit-texts.js';
import type { FailureTexts } from './failure-texts.js';

/** Texts of the payment page about bank transfers, which payers make at their own bank. */
interface TransferTexts {
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

/**
 * Every text of the payment page. A language is an object of this type, so a missing text does not
 * compile. Texts with values are functions, so that each language orders its own sentence.
 */
export interface Texts extends PageTexts {
  readonly toTry: {
    readonly body: string;
    /** The same if a card can be typed. */
    readonly withCard: string;
  };
  readonly summary: {
    readonly label: string;
    readonly amountDue: string;
    readonly amount: string;
    /** Before one is chosen: a card or a direct debit. */
    readonly saveMethod: string;
    readonly cardSaved: string;
    readonly nothingDue: string;
    readonly reference: string;
  };
  readonly loading: string;
  readonly autopay: {
    readonly title: string;
    readonly body: Sentence;
    readonly yes: string;
    readonly yesBody: Sentence;
    readonly no: string;
    readonly noBody: Sentence;
    readonly continue: string;
    readonly change: Sentence;
  };
  readonly oneTap: {
    readonly title: string;
    readonly label: string;
    readonly payWith: (card: string) => string;
    readonly wallet: string;
    readonly orByCard: string;
    readonly orByAnotherCard: string;
    /** For a link that only stores a method. */
    readonly setupTitle: string;
    readonly orSaveCard: string;
  };
  readonly cardForm: {
    readonly title: string;
    readonly setupTitle: string;
    readonly frameTitle: string;
    readonly accepted: string;
    readonly loading: string;
    readonly pay: (amount: string) => string;
    readonly save: string;
    readonly paying: string;
    readonly saving: string;
    readonly reload: string;
    readonly trust: Sentence;
    readonly consent: Readonly<Record<FuturePayments, Record<'PAYMENT' | 'SETUP', Sentence>>>;
    readonly notices: {
      readonly card: string;
      readonly cardFormSilent: string;
      readonly notReceived: string;
      readonly notAccepted: string;
    };
  };
  readonly processing: {
    readonly title: string;
    readonly setupTitle: string;
    readonly body: string;
    readonly setupBody: string;
    readonly doNotRepeat: Sentence;
    readonly setupDoNotRepeat: Sentence;
  };
  readonly challenge: {
    readonly title: string;
    readonly leaving: string;
    readonly waiting: string;
    readonly notCharged: string;
    readonly open: string;
  };
  readonly success: {
    readonly title: string;
    readonly body: (amount: string, merchant: string) => string;
    readonly setupTitle: string;
    readonly setupBody: Sentence;
    readonly saved: Readonly<Record<FuturePayments, Sentence>>;
  };
  readonly alreadyPaid: StatusTexts & { readonly setupTitle: string; readonly setupBody: Sentence };
  readonly failed: {
    readonly tryAgain: string;
    readonly causes: Readonly<Record<FailureCode, FailureTexts>>;
  };
  readonly debit: DebitTexts;
  readonly transfer: TransferTexts;
  readonly surcharge: {
    readonly amount: string;
    readonly label: string;
    readonly total: string;
    /** Beside the name of a method. */
    readonly added: (amount: string) => string;
    /** Beside the total. */
    readonly included: (amount: string) => string;
    readonly changed: string;
  };
  readonly moneyMoved: Readonly<Record<MoneyMoved, Sentence>>;
  readonly expired: StatusTexts;
  readonly cancelled: StatusTexts;
  readonly invalidLink: StatusTexts;
  readonly sessionEnded: StatusTexts;
  readonly noMethod: StatusTexts;
  /** The link takes no more attempts, by one method or by any that it offers. */
  readonly usedUp: {
    readonly by: Readonly<Record<LimitedType, Sentence>>;
    readonly otherWays: string;
    readonly title: string;
    readonly body: string;
    readonly next: Sentence;
  };
  readonly offline: StatusTexts;
  readonly server: StatusTexts;
  readonly rateLimited: StatusTexts;
  readonly receipt: {
    readonly card: string;
    readonly account: string;
    readonly cardEnding: (brand: string, last4: string) => string;
  };
  readonly brandUnknown: string;
}
