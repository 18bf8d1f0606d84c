import type { Trouble } from '../../../shared/api/api-answer.js';
import type { MandateView } from '../api/mandate-view.js';
import type { Institution } from '../../../shared/api/page-types.js';
import type { SessionEnding } from '../../../shared/session/session-clock.js';
import { NO_SEARCH, type SearchState } from '../../../shared/banks/institution-search.js';
import type { AccountEntry } from './account-entry.js';

/** All state that decides what the payer sees. Only `MandateFlow` changes it. */
export interface MandateState {
  readonly view: MandateView | null;
  readonly trouble: Trouble | null;
  /** The mandate was already decided when this tab first saw it. */
  readonly openedSettled: boolean;
  readonly search: SearchState<Institution>;
  /** The payer went back to a step that the server has nothing against repeating. */
  readonly editing: 'institution' | 'account' | null;
  /** Typed, and sent only together with the consent. */
  readonly account: AccountEntry | null;
  /** In memory until the bank's code is entered; never stored. */
  readonly login: Login | null;
  readonly sending: Sending;
  readonly notice: MandateNotice | null;
  /** The payer declined the mandate. */
  readonly declined: boolean;
  /** The bank's page that the payer was already sent to. */
  readonly openedBankPage: string | null;
  /** Polls of a mandate that the bank has and has not decided. */
  readonly pollsAtBank: number;
  /** The last poll failed; the next one follows. */
  readonly unreachable: boolean;
  /** The session is about to end, or was extended. */
  readonly ending: SessionEnding | null;
  /** This page was opened by the bank's page. */
  readonly cameFromBank: boolean;
}

export interface Login {
  readonly userId: string;
  readonly password: string;
}

export type Sending =
  | { readonly what: 'nothing' }
  | { readonly what: 'institution'; readonly institution: Institution }
  | { readonly what: 'consent' | 'login' | 'otp' | 'leave' };

/** Messages inside a step. A message names what happened, and all input stays. */
export const MANDATE_NOTICES = [
  /** The bank refused user ID or password. */
  'credentials',
  /** The bank refused the code. */
  'code',
  'too_many',
  'bank_down',
  'bank_not_offered',
  'account_refused',
  /** The text of the consent has changed; the new text is shown. */
  'consent_changed',
  /** The payer's own limit is above that of the mandate. */
  'limit_refused',
  /** The payer came back from the bank's page without an approval. */
  'not_approved',
  'not_accepted',
  'not_sent',
  /** It arrived, and the server could not do it. */
  'our_fault',
  /** No answer, and nothing to be learnt about it either. */
  'no_answer',
] as const;

export type MandateNotice = (typeof MANDATE_NOTICES)[number];

export const IDLE: Sending = { what: 'nothing' };

export const INITIAL_STATE: MandateState = {
  view: null,
  trouble: null,
  openedSettled: false,
  search: NO_SEARCH,
  editing: null,
  account: null,
  login: null,
  sending: IDLE,
  notice: null,
  declined: false,
  openedBankPage: null,
  pollsAtBank: 0,
  unreachable: false,
  ending: null,
  cameFromBank: false,
};
