import { type BankState, IDLE } from '../../../shared/banks/bank-flow.js';
import { NO_SEARCH } from '../../../shared/banks/institution-search.js';
import { NOTHING_YET } from '../../../shared/flow/page-flow.js';
import type { LinkInstitution, LinkOffer, LinkResult, LinkView } from '../api/link-view.js';
import type { LinkTexts } from '../i18n/en.js';

/** All state that decides what the user sees. Only `LinkFlow` changes it. */
export interface LinkState extends BankState<LinkView, LinkNotice, LinkInstitution, LinkSending> {
  readonly filter: InstitutionFilter;
  /** The chosen bank: its form, and its consent text. */
  readonly offer: LinkOffer | null;
  /** Null before the user agreed. */
  readonly agreed: Agreed | null;
  /** The user starts again: at the same bank, or with the search for another. */
  readonly again: 'no' | 'same' | 'other';
  /** The kept login does not do: it is typed. */
  readonly typesAnew: boolean;
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

type LinkSending =
  | { readonly what: 'offer'; readonly institution: Pick<LinkInstitution, 'institution_id'> }
  /** `away`: the browser is going to the customer app. */
  | { readonly what: 'nothing' | 'login' | 'action' | 'leave' | 'result' | 'away' };

/** A message inside a step: it names what happened, and all input stays. */
export type LinkNotice = keyof LinkTexts['notices'];

export const INITIAL_STATE: LinkState = {
  ...NOTHING_YET,
  search: NO_SEARCH,
  filter: { country: null, type: null },
  offer: null,
  agreed: null,
  again: 'no',
  typesAnew: false,
  sending: IDLE,
  openedBankPage: null,
  cameFromBank: false,
  left: null,
  cancelled: false,
};
