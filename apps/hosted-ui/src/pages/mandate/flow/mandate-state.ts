import type { Institution } from '../../../shared/api/page-types.js';
import { type BankState, IDLE } from '../../../shared/banks/bank-flow.js';
import { NO_SEARCH } from '../../../shared/banks/institution-search.js';
import { NOTHING_YET } from '../../../shared/flow/page-flow.js';
import type { MandateView } from '../api/mandate-view.js';
import type { MandateTexts } from '../i18n/en.js';
import type { AccountEntry } from './account-entry.js';

/** All state that decides what the payer sees. Only `MandateFlow` changes it. */
export interface MandateState extends BankState<MandateView, MandateNotice, Institution, Sending> {
  /** The mandate was already decided when this tab first saw it. */
  readonly openedSettled: boolean;
  /** The payer went back to a step that the server has nothing against repeating. */
  readonly editing: 'institution' | 'account' | null;
  /** Typed, and sent only together with the consent. */
  readonly account: AccountEntry | null;
  /** In memory until the bank's code is entered; never stored. */
  readonly login: Login | null;
  /** The payer declined the mandate. */
  readonly declined: boolean;
  /** Polls of a mandate that the bank has and has not decided. */
  readonly pollsAtBank: number;
}

export interface Login {
  readonly userId: string;
  readonly password: string;
}

export type Sending =
  | { readonly what: 'institution'; readonly institution: Institution }
  | { readonly what: 'nothing' | 'consent' | 'login' | 'otp' | 'leave' };

/** A message inside a step: it names what happened, and all input stays. */
export type MandateNotice = keyof MandateTexts['notices'];

export const INITIAL_STATE: MandateState = {
  ...NOTHING_YET,
  openedSettled: false,
  search: NO_SEARCH,
  editing: null,
  account: null,
  login: null,
  sending: IDLE,
  declined: false,
  openedBankPage: null,
  pollsAtBank: 0,
  cameFromBank: false,
};
