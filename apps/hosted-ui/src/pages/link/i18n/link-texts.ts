import type { BankPageTexts } from '../../../shared/banks/bank-page.js';
import type { BankSearchTexts, BankTexts } from '../../../shared/banks/i18n/bank-texts.js';
import type { PageTexts, Sentence, StatusTexts } from '../../../shared/i18n/page/page-texts.js';
import type { LinkFailure } from '../flow/failure-of.js';
import type { LinkNotice, UpdateNotice } from '../flow/link-state.js';
import type { ProductState } from '../flow/progress.js';

/** Words that name the bank. */
type BankSentence = (institution: string) => string;

/** Products as users call them; both kinds of transactions are one to them. */
export const SHOWN_PRODUCTS = [
  'accounts',
  'transactions',
  'statements',
  'account_numbers',
  'identity',
  'balance_history',
  'payments',
  'income_estimation',
  'card_details',
] as const;

export type ShownProduct = (typeof SHOWN_PRODUCTS)[number];

/**
 * All texts of the link page. A language is an object of this type, so a missing text does not
 * compile. The consent text comes from the server.
 */
export interface LinkTexts extends PageTexts {
  readonly loading: string;
  /** Instructions for a page with simulated banks. */
  readonly toTry: string;
  /** In place of an unknown name of the bank. */
  readonly someBank: string;
  readonly cancel: string;
  readonly sending: string;
  readonly summary: {
    readonly label: string;
    readonly title: string;
    readonly update: string;
    readonly refresh: string;
    readonly readOnly: string;
  };
  readonly institution: BankSearchTexts & {
    readonly title: string;
    readonly body: Sentence;
    readonly country: string;
    readonly anyCountry: string;
    readonly type: string;
    readonly anyType: string;
    readonly types: Readonly<Record<'BANK' | 'WALLET' | 'TEST', string>>;
    readonly opening: string;
    readonly change: string;
  };
  readonly consent: {
    readonly title: string;
    readonly statement: string;
    readonly refresh: string;
    /** Shown if a password is stored for the refresh. */
    readonly refreshHint: Sentence;
    /** The same at a bank with a page of its own. */
    readonly refreshHintOwnPage: Sentence;
    readonly refreshForced: Sentence;
    readonly recorded: Sentence;
    readonly agree: string;
    readonly agreeAndGo: BankSentence;
    readonly decline: string;
  };
  readonly login: BankTexts['secret'] & {
    readonly title: BankSentence;
    /** Names of frequent fields; other fields have the bank's own names. */
    readonly fields: Readonly<Record<'user_id' | 'password', string>>;
    readonly fault: (field: string) => string;
    readonly otherWay: string;
    readonly continue: string;
    readonly trust: Sentence;
  };
  readonly refresh: {
    readonly title: BankSentence;
    readonly body: Sentence;
    readonly ownPage: BankSentence;
    readonly update: string;
    readonly continue: BankSentence;
    readonly typeAnew: string;
  };
  readonly connecting: { readonly title: BankSentence; readonly body: string };
  readonly action: {
    readonly code: string;
    readonly device: string;
    readonly other: string;
    readonly codeHint: string;
    readonly fault: string;
    readonly choose: string;
    readonly confirm: string;
  };
  readonly bankPage: BankPageTexts;
  readonly connected: {
    readonly title: BankSentence;
    readonly arriving: Sentence;
    readonly complete: Sentence;
    readonly partial: Sentence;
    readonly empty: StatusTexts;
    readonly goesOn: string;
    readonly progress: string;
    readonly products: Readonly<Record<ShownProduct, string>>;
    readonly states: Readonly<Record<ProductState, string>>;
  };
  readonly failed: Readonly<
    Record<LinkFailure, { title: string; happened: BankSentence; next?: string }>
  >;
  readonly nothingLinked: string;
  /** The same for a link that is there already. */
  readonly nothingChanged: string;
  readonly sameBank: string;
  readonly otherBank: string;
  readonly notices: Readonly<Record<LinkNotice, string>>;
  /** Those that read otherwise for a link that is there already. */
  readonly updateNotices: Readonly<Record<UpdateNotice, string>>;
  readonly left: StatusTexts;
  /** The same for a link that is there already. */
  readonly unchanged: StatusTexts;
  readonly done: StatusTexts;
  /** The user cancelled after the bank had accepted the login. */
  readonly alreadyLinked: StatusTexts;
  readonly invalidLink: StatusTexts;
  readonly sessionEnded: StatusTexts;
  readonly offline: StatusTexts;
  readonly server: StatusTexts;
  readonly rateLimited: StatusTexts;
}
