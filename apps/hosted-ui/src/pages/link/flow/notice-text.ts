import type { LinkTexts } from '../i18n/link-texts.js';
import {
  UPDATE_NOTICES,
  type LinkNotice,
  type LinkState,
  type UpdateNotice,
} from './link-state.js';

/** The words of the notice; of a link that is there already, nothing new was linked or not. */
export function noticeTextOf(
  { notice, view }: Pick<LinkState, 'notice' | 'view'>,
  texts: Pick<LinkTexts, 'notices' | 'updateNotices'>,
): string | null {
  if (notice === null) return null;
  const updates = view !== null && view.mode !== 'LINK';
  return updates && tellsOfLink(notice) ? texts.updateNotices[notice] : texts.notices[notice];
}

function tellsOfLink(notice: LinkNotice): notice is UpdateNotice {
  return UPDATE_NOTICES.some((each) => each === notice);
}
