import type { MandateTexts } from '../i18n/mandate-texts.js';
import type { MandateView } from '../api/mandate-view.js';
import type { MandateFailure } from './failure-of.js';
import type { MandateNotice } from './mandate-state.js';

type Words = Pick<MandateTexts, 'notices' | 'noticesOfSoleBank'>;

/** The text of a notice; it suggests another bank only if the payer can choose one. */
export function noticeText(
  notice: MandateNotice,
  { notices, noticesOfSoleBank }: Words,
  view: Pick<MandateView, 'institution_fixed'> | null,
): string {
  const ofSole: Partial<Words['notices']> = view?.institution_fixed ? noticesOfSoleBank : {};
  return ofSole[notice] ?? notices[notice];
}

/** The payer's next step; it suggests another bank only if the payer can choose one. */
export function nextAfter(
  failure: MandateFailure,
  { failed, unavailableSoleBank }: Pick<MandateTexts, 'failed' | 'unavailableSoleBank'>,
  view: Pick<MandateView, 'institution_fixed'>,
): MandateTexts['unavailableSoleBank'] {
  const isSole = failure === 'UNAVAILABLE' && view.institution_fixed;
  return isSole ? unavailableSoleBank : failed[failure].next;
}
