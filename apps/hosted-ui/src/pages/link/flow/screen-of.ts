import type { Trouble } from '../../../shared/api/api-answer.js';
import { assertUnreachable } from '@towpath/kernel';
import type { LinkView } from '../api/link-view.js';
import { formOf } from './login-form.js';
import type { LinkState } from './link-state.js';

export const LINK_SCREENS = [
  'loading',
  'institution',
  'consent',
  'login',
  'refresh',
  'connecting',
  'action',
  'bank_page',
  'connected',
  'failed',
  'left',
  'back_from_bank',
  'invalid_link',
  'session_ended',
  'connection_trouble',
  'rate_limited',
] as const;

export type LinkScreen = (typeof LINK_SCREENS)[number];

/** Screens that poll the login. */
export const POLLED: ReadonlySet<LinkScreen> = new Set(['connecting', 'bank_page', 'connected']);

/** Screens that cannot go on without a session. */
export const WORKING: ReadonlySet<LinkScreen> = new Set([
  'institution',
  'consent',
  'login',
  'refresh',
  'connecting',
  'action',
  'bank_page',
  'connected',
  'failed',
]);

type Situation = Pick<
  LinkState,
  | 'view'
  | 'trouble'
  | 'offer'
  | 'agreed'
  | 'again'
  | 'typesAnew'
  | 'notice'
  | 'sending'
  | 'left'
  | 'cameFromBank'
>;

/** The one place that decides which screen a situation gets. */
export function linkScreenOf(situation: Situation): LinkScreen {
  const { view, trouble, left, again } = situation;
  if (left) return 'left';
  if (trouble) return screenOfTrouble(trouble, situation);
  if (!view) return 'loading';
  switch (view.step) {
    case 'CHOOSING':
      return screenOfChoice(view, situation);
    case 'CONNECTING':
      return 'connecting';
    case 'ACTION':
      return 'action';
    case 'REDIRECT':
      return 'bank_page';
    case 'CONNECTED':
      return 'connected';
    case 'FAILED':
      return again !== 'no' ? screenOfChoice(view, situation) : 'failed';
    default:
      return assertUnreachable(view.step);
  }
}

/** A refresh is covered by the first consent, so the page asks nothing again. */
function screenOfChoice(view: LinkView, situation: Situation): LinkScreen {
  const { offer, agreed, typesAnew } = situation;
  if (!offer) return isOpening(view, situation) ? 'loading' : 'institution';
  if (view.mode === 'REFRESH') {
    return (view.credentials_kept && !typesAnew) || !formOf(offer) ? 'refresh' : 'login';
  }
  return agreed && formOf(offer) ? 'login' : 'consent';
}

/** The bank is known, and its form is loading. */
function isOpening(view: LinkView, { again, notice, sending }: Situation): boolean {
  const isKnown = Boolean(view.institution_id) && again !== 'other';
  return isKnown && (notice === null || sending.what === 'offer');
}

function screenOfTrouble(trouble: Trouble, { view, cameFromBank }: Situation): LinkScreen {
  switch (trouble.kind) {
    case 'offline':
    case 'server':
      return 'connection_trouble';
    case 'session_ended':
      // A tab beside a frame has no session: there is nothing to do in it but to close it.
      return cameFromBank && view === null ? 'back_from_bank' : 'session_ended';
    case 'invalid_link':
    case 'rate_limited':
      return trouble.kind;
    default:
      return assertUnreachable(trouble);
  }
}
