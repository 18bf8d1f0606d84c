import type { Trouble } from '../../../shared/api/api-answer.js';
import type { SearchState } from '../../../shared/banks/institution-search.js';
import { NO_SEARCH } from '../../../shared/banks/institution-search.js';
import type { SessionEnding } from '../../../shared/session/session-clock.js';
import type { LinkInstitution, LinkOffer, LinkResult, LinkView } from '../api/link-view.js';

/** All state that decides what the user sees. Only `LinkFlow` changes it. */
export interface LinkState {
  readonly view: LinkView | null;
  readonly trouble: Trouble | null;
  readonly search: SearchState<LinkInstitution>;
  readonly filter: InstitutionFilter;
  /** The chosen bank: its form, and its consent text. */
  readonly offer: LinkOffer | null;
  /** Null before the user agreed. */
  readonly agreed: Agreed | null;
  /** The user starts again: at the same bank, or with the search for another. */
  readonly again: 'no' | 'same' | 'other';
  /** The kept login does not do: it is typed. */
  readonly typesAnew: boolean;
  readonly sending: LinkSending;
  readonly notice: LinkNotice | null;
  /** The last poll failed; the next one follows. */
  readonly unreachable: boolean;
  /** The session is about to end, or was extended. */
  readonly ending: SessionEnding | null;
  /** The bank's page that the user was already sent to. */
  readonly openedBankPage: string | null;
  /** This page was opened by the bank's page. */
  readonly cameFromBank: boolean;
  /** Result of a page that the user left, if it has no return address. */
  readonly left: LinkResult | null;
  /** The user wanted to cancel; the bank may have accepted the login before. */
  readonly cancelled: boolean;
}

export interface InstitutionFilter {
  /** ISO 3166, three letters. */
  readonly country: string | null;
  readonly type: string | null;
}

export interface Agreed {
  /** The data may be updated without the user. */
  readonly refresh: boolean;
}

export type LinkSending =
  | { readonly what: 'nothing' }
  | { readonly what: 'offer'; readonly institution: Pick<LinkInstitution, 'institution_id'> }
  /** `away`: the browser is going to the customer app. */
  | { readonly what: 'login' | 'action' | 'leave' | 'result' | 'away' };

/** Messages inside a step. A message names what happened, and all input stays. */
export const LINK_NOTICES = [
  /** The bank refused user ID or password. */
  'credentials',
  /** The kept login does not do any more. */
  'kept_login',
  'bank_not_offered',
  'consent_changed',
  'not_accepted',
  'not_sent',
  /** It arrived, and the server could not do it. */
  'our_fault',
  /** The browser did not let the page return. */
  'stuck',
] as const;

export type LinkNotice = (typeof LINK_NOTICES)[number];

/** Notices about the result of the link. */
export const UPDATE_NOTICES = ['credentials', 'bank_not_offered', 'consent_changed'] as const;

export type UpdateNotice = (typeof UPDATE_NOTICES)[number];

export const IDLE: LinkSending = { what: 'nothing' };

export const INITIAL_STATE: LinkState = {
  view: null,
  trouble: null,
  search: NO_SEARCH,
  filter: { country: null, type: null },
  offer: null,
  agreed: null,
  again: 'no',
  typesAnew: false,
  sending: IDLE,
  notice: null,
  unreachable: false,
  ending: null,
  openedBankPage: null,
  cameFromBank: false,
  left: null,
  cancelled: false,
};
