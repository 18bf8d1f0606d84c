import { assertUnreachable } from '@towpath/kernel';
import { screenOfTrouble } from '../../../shared/api/api-answer.js';
import type { ScreenNeed } from '../../../shared/flow/page-flow.js';
import type { MandateView } from '../api/mandate-view.js';
import { outstanding, usedOption, wantsCode } from './checklist.js';
import type { MandateState } from './mandate-state.js';

export const MANDATE_SCREENS = {
  loading: 'nothing',
  institution: 'working',
  account: 'working',
  consent: 'working',
  login: 'working',
  code: 'working',
  bank_page: 'polling',
  processing: 'polling',
  submitted: 'watching',
  success: 'nothing',
  already_done: 'nothing',
  failed: 'nothing',
  revoked: 'nothing',
  cancelled: 'nothing',
  closed: 'nothing',
  declined: 'nothing',
  invalid_link: 'nothing',
  session_ended: 'nothing',
  connection_trouble: 'nothing',
  rate_limited: 'nothing',
} as const satisfies Readonly<Record<string, ScreenNeed>>;

export type MandateScreen = keyof typeof MANDATE_SCREENS;

/** A bank that has not answered after so many polls will not answer while the payer waits. */
export const POLLS_BEFORE_LEAVING = 4;

type Statuses = ReadonlySet<MandateView['status']>;

/** The payer still has something to give. */
export const OPEN: Statuses = new Set(['AUTHORIZATION_REQUIRED', 'AUTHORIZING']);
/** Everything was given; the bank has not decided. */
export const AT_BANK: Statuses = new Set(['PROCESSING', 'READY_TO_SUBMIT', 'SUBMITTED']);

/** The one place that decides which screen a situation gets. */
export function mandateScreenOf(situation: MandateState): MandateScreen {
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
  }
}

function screenOfChecklist(view: MandateView, situation: MandateState): MandateScreen {
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
