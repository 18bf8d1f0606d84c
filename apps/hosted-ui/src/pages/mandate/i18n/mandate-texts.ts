import type { BankPageTexts } from '../../../shared/banks/bank-page.js';
import type { BankSearchTexts, BankTexts } from '../../../shared/banks/i18n/bank-texts.js';
import type { Sentence, StatusTexts } from '../../../shared/i18n/page/page-texts.js';
import type { LimitPeriod } from '../api/mandate-view.js';
import type { MandateFailure } from '../flow/failure-of.js';
import type { MandateNotice } from '../flow/mandate-state.js';
import type { Progress } from '../flow/checklist.js';

/**
 * All texts of the mandate page that the payment page does not have. A language is an object of
 * this type, so a missing text does not compile. The consent text comes from the server.
 */
export interface MandateTexts {
  readonly loading: string;
  readonly testMode: string;
  readonly progress: (progress: Progress) => string;
  readonly cancel: string;
  readonly sending: string;
  readonly summary: {
    readonly label: string;
    readonly title: string;
    readonly done: string;
    /** For one that was never set up, or is no more. */
    readonly ended: string;
    readonly perPayment: (amount: string) => string;
    /** The payer's own, which is lower. */
    readonly ownMost: (amount: string) => string;
    readonly noLimit: string;
    readonly perPeriod: (amount: string, period: string) => string;
    readonly countPerPeriod: (count: number, period: string) => string;
    readonly periods: Readonly<Record<LimitPeriod, string>>;
    readonly nothingDue: string;
  };
  readonly institution: BankSearchTexts & {
    readonly title: string;
    /** If only one can be chosen. */
    readonly sole: string;
    readonly body: Sentence;
    readonly choosing: (institution: string) => string;
    readonly keep: (institution: string) => string;
  };
  readonly account: {
    readonly title: string;
    readonly change: string;
    readonly holder: string;
    readonly holderHint: string;
    readonly holderFault: string;
    readonly number: string;
    readonly numberHint: string;
    readonly numberFault: string;
    readonly continue: string;
    readonly trust: Sentence;
  };
  readonly consent: {
    readonly title: string;
    readonly bank: string;
    readonly holder: string;
    readonly account: string;
    readonly ending: (last4: string) => string;
    readonly most: string;
    readonly perPeriod: (period: string) => string;
    readonly count: (period: string) => string;
    readonly from: string;
    readonly until: string;
    readonly ownMost: (currency: string) => string;
    readonly ownMostHint: string;
    readonly ownMostIs: (amount: string) => string;
    readonly ownMostFault: (example: string) => string;
    readonly ownMostAbove: (most: string) => string;
    readonly ownMostBelow: (due: string) => string;
    readonly statement: string;
    readonly edit: string;
    readonly agree: string;
    readonly agreeAndGo: (institution: string) => string;
    readonly decline: string;
    readonly recorded: Sentence;
  };
  readonly login: BankTexts['secret'] & {
    readonly title: (institution: string) => string;
    readonly body: string;
    readonly userId: string;
    readonly userIdFault: string;
    readonly password: string;
    readonly passwordFault: string;
    readonly continue: string;
    readonly trust: Sentence;
  };
  readonly code: {
    readonly title: string;
    readonly body: (institution: string) => string;
    readonly code: string;
    readonly hint: string;
    readonly fault: string;
    readonly confirm: string;
    readonly again: string;
  };
  readonly bankPage: BankPageTexts;
  readonly notices: Readonly<Record<MandateNotice, string>>;
  /** In place of these notices if the payer can choose no other bank. */
  readonly noticesOfSoleBank: Readonly<Record<'bank_down' | 'bank_not_offered', string>>;
  /** The next step if the only bank is unavailable. */
  readonly unavailableSoleBank: Sentence;
  readonly processing: { readonly title: string; readonly body: string; readonly close: Sentence };
  readonly submitted: { readonly title: string; readonly body: string; readonly close: Sentence };
  readonly success: StatusTexts & { readonly mayCollect: Sentence };
  readonly alreadyDone: StatusTexts;
  readonly nothingCollected: string;
  readonly failed: Readonly<
    Record<MandateFailure, { title: string; happened: string; next: Sentence }>
  >;
  readonly revoked: StatusTexts;
  readonly cancelled: StatusTexts;
  readonly closed: StatusTexts;
  readonly declined: StatusTexts & { readonly reconsider: string };
  readonly invalidLink: StatusTexts;
  readonly sessionEnded: StatusTexts;
  readonly offline: StatusTexts;
  readonly server: StatusTexts;
  readonly rateLimited: StatusTexts;
  readonly receipt: {
    readonly bank: string;
    readonly account: string;
    readonly reference: string;
    readonly ownMost: string;
  };
}
