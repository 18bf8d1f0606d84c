import type { Trouble } from '../../../shared/api/api-answer.js';
import { assertUnreachable } from '@towpath/kernel';
import type { MandateView } from '../api/mandate-view.js';
import { outstanding, usedOption, wantsCode } from './checklist.js';
import type { MandateState } from './mandate-state.js';

export const MANDATE_SCREENS = [
  'loading',
  'institution',
  'account',
  'consent',
  'login',
  'code',
  'bank_page',
  'processing',
  'submitted',
  'success',
  'already_done',
  'failed',
  'revoked',
  'cancelled',
  'closed',
  'declined',
  'invalid_link',
  'session_ended',
  'connection_trouble',
  'rate_limited',
] as const;

export type MandateScreen = (typeof MANDATE_SCREENS)[number];

/** A bank that has not answered after so many polls will not answer while the payer waits. */
export const POLLS_BEFORE_LEAVING = 4;

type Statuses = ReadonlySet<MandateView['status']>;

/** The payer still has something to give. */
export const OPEN: Statuses = new Set(['AUTHORIZATION_REQUIRED', 'AUTHORIZING']);
/** Everything was given; the bank has not decided. */
export const AT_BANK: Statuses = new Set(['PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED']);

/** Screens that poll the mandate. */
export const POLLED: ReadonlySet<MandateScreen> = new Set(['processing', 'submitted', 'bank_page']);
/** Screens that require a session; `submitted` has no more steps. */
export const WORKING: ReadonlySet<MandateScreen> = new Set([
  'processing',
  'bank_page',
  'institution',
  'account',
  'consent',
  'login',
  'code',
]);

type Situation = Pick<
  MandateState,
  | 'view'
  | 'trouble'
  | 'openedSettled'
  | 'editing'
  | 'account'
  | 'login'
  | 'declined'
  | 'pollsAtBank'
>;

/** The one place that decides which screen a situation gets. */
export function mandateScreenOf(situation: Situation): MandateScreen {
  const { view, trouble, openedSettled, pollsAtBank } = situation;
  if (trouble) return screenOfTrouble(trouble);
  if (!view) return 'loading';
  switch (view.status) {
    case 'AUTHORIZATION_REQUIRED':
    case 'AUTHORIZING':
      return situation.declined ? 'declined' : screenOfChecklist(view, situation);
    case 'PROCESSING':
    case 'READY_TO_SUBMIT':
    case 'SUBMITTED':
      return pollsAtBank < POLLS_BEFORE_LEAVING ? 'processing' : 'submitted';
    case 'SUCCEEDED':
      return openedSettled ? 'already_done' : 'success';
    case 'FAILED':
      return 'failed';
    case 'REVOKED':
      return 'revoked';
    case 'CANCELLED':
      return situation.declined ? 'declined' : 'cancelled';
    case 'CLOSED':
      return situation.declined ? 'declined' : 'closed';
    default:
      return assertUnreachable(view.status);
  }
}

function screenOfChecklist(view: MandateView, situation: Situation): MandateScreen {
  const { account, login, editing } = situation;
  if (!view.institution || editing === 'institution') return 'institution';
  const [first] = outstanding(view);
  if (!first) return 'processing';
  switch (first.type) {
    case 'ACCOUNT_IDENTIFICATION':
    case 'USER_IDENTIFICATION':
      return account && editing !== 'account' ? 'consent' : 'account';
    case 'ENDUSER_CONSENT':
      return 'consent';
    case 'ACCOUNTHOLDER_AUTHENTICATION':
      if (usedOption(first)?.redirect_url) return 'bank_page';
      return login && wantsCode(first) ? 'code' : 'login';
    default:
      return assertUnreachable(first.type);
  }
}

function screenOfTrouble(trouble: Trouble): MandateScreen {
  switch (trouble.kind) {
    case 'offline':
    case 'server':
      return 'connection_trouble';
    case 'invalid_link':
    case 'session_ended':
    case 'rate_limited':
      return trouble.kind;
    default:
      return assertUnreachable(trouble);
  }
}
