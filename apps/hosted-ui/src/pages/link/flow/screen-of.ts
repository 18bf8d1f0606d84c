import { screenOfTrouble } from '../../../shared/api/api-answer.js';
import type { ScreenNeed } from '../../../shared/flow/page-flow.js';
import type { LinkView } from '../api/link-view.js';
import { formOf } from './login-form.js';
import type { LinkState } from './link-state.js';

export const LINK_SCREENS = {
  loading: 'nothing',
  institution: 'working',
  consent: 'working',
  login: 'working',
  refresh: 'working',
  connecting: 'polling',
  action: 'working',
  bank_page: 'polling',
  connected: 'polling',
  failed: 'working',
  left: 'nothing',
  back_from_bank: 'nothing',
  invalid_link: 'nothing',
  session_ended: 'nothing',
  connection_trouble: 'nothing',
  rate_limited: 'nothing',
} as const satisfies Readonly<Record<string, ScreenNeed>>;

export type LinkScreen = keyof typeof LINK_SCREENS;

/** The one place that decides which screen a situation gets. */
export function linkScreenOf(situation: LinkState): LinkScreen {
  const { view, trouble, left, again } = situation;
  if (left) return 'left';
  // The tab of a bank beside a frame has no session: there is nothing to do in it but to close it.
  const isTabOfBank = situation.cameFromBank && view === null;
  if (trouble?.kind === 'session_ended' && isTabOfBank) return 'back_from_bank';
  if (trouble) return screenOfTrouble(trouble);
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
  }
}

/** A refresh is covered by the first consent, so the page asks nothing again. */
function screenOfChoice(view: LinkView, situation: LinkState): LinkScreen {
  const { offer, agreed, typesAnew } = situation;
  if (!offer) return isOpening(view, situation) ? 'loading' : 'institution';
  if (view.mode === 'REFRESH') {
    return (view.credentials_kept && !typesAnew) || !formOf(offer) ? 'refresh' : 'login';
  }
  return agreed && formOf(offer) ? 'login' : 'consent';
}

/** The bank is known, and its form is loading. */
function isOpening(view: LinkView, { again, notice, sending }: LinkState): boolean {
  const isKnown = Boolean(view.institution_id) && again !== 'other';
  return isKnown && (notice === null || sending.what === 'offer');
}
