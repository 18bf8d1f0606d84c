import type { ApiFailure } from '../../../shared/api/api-answer.js';
import { entryOf } from '../../../shared/values.js';
import type { LinkView } from '../api/link-view.js';
import type { LinkNotice, LinkState } from './link-state.js';
import type { LinkTexts } from '../i18n/en.js';

/** The words of the notice; of a link that is there already, nothing new was linked or not. */
export function noticeTextOf(
  { notice, view }: Pick<LinkState, 'notice' | 'view'>,
  texts: Pick<LinkTexts, 'notices' | 'updateNotices'>,
): string | null {
  if (notice === null) return null;
  const updates: Partial<LinkTexts['notices']> =
    view === null || view.mode === 'LINK' ? {} : texts.updateNotices;
  return updates[notice] ?? texts.notices[notice];
}

/** The failures that the page explains in its own words; every other code is `OTHER`. */
type LinkFailure = keyof LinkTexts['failed'];

const BY_CODE: Readonly<Record<string, LinkFailure>> = {
  TOO_MANY_ATTEMPTS: 'LOCKED',
  INSTITUTION_UNAVAILABLE: 'UNAVAILABLE',
  AUTHENTICATION_FAILED: 'REFUSED',
  LINK_ACTION_EXPIRED: 'TIMED_OUT',
};

/** Failures with the same code, for which the user can do something else. */
const BY_REASON: Readonly<Record<string, LinkFailure>> = {
  OTHER_LOGIN: 'OTHER_LOGIN',
  LIMITED: 'LIMITED',
};

export function linkFailureOf({
  error,
  failure_reason: reason,
}: Pick<LinkView, 'error' | 'failure_reason'>): LinkFailure {
  return entryOf(BY_REASON, reason) ?? entryOf(BY_CODE, error?.error_code) ?? 'OTHER';
}

/** Failures that other input can solve: the form is shown again with the reason. */
const TYPED_AGAIN: Readonly<Record<string, LinkNotice>> = {
  CREDENTIALS_INVALID: 'credentials',
  REFRESH_NOT_ALLOWED: 'kept_login',
};

export function typedAgain({ error }: Pick<LinkView, 'error'>): LinkNotice | null {
  return entryOf(TYPED_AGAIN, error?.error_code) ?? null;
}

/** The notice of a refusal, by the server's code. */
const REFUSED: Readonly<Record<string, LinkNotice>> = {
  INSTITUTION_NOT_CONNECTED: 'bank_not_offered',
  INSTITUTION_NOT_FOUND: 'bank_not_offered',
  CONSENT_TEXT_CHANGED: 'consent_changed',
};

/** The message beside the step that could not be sent. */
export function noticeAfter(failure: ApiFailure): LinkNotice {
  switch (failure.kind) {
    case 'refused':
      return entryOf(REFUSED, failure.errorCode) ?? 'not_accepted';
    case 'server':
      return 'our_fault';
    case 'offline':
    case 'unauthorized':
    case 'rate_limited':
      return 'not_sent';
  }
}
