import type { MandateTexts } from '../i18n/mandate-texts.js';
import type { MandateView } from '../api/mandate-view.js';
import type { MandateFailure } from './failure-of.js';
import type { MandateNotice } from './mandate-state.js';

type Words = Pick<MandateTexts, 'notices' | 'noticesOfSoleBank'>;

/** What a notice says; nobody is told to choose another bank who cannot. */
export function noticeText(
  notice: MandateNotice,
  { notices, noticesOfSoleBank }: Words,
  view: Pick<MandateView, 'institution_fixed'> | null,
): string {
  const ofSole: Partial<Words['notices']> = view?.institution_fixed ? noticesOfSoleBank : {};
  return ofSole[notice] ?? notices[notice];
}

/** What the payer can do next; nobody is told to use another bank who cannot. */
export function nextAfter(
  failure: MandateFailure,
  { failed, unavailableSoleBank }: Pick<MandateTexts, 'failed' | 'unavailableSoleBank'>,
  view: Pick<MandateView, 'institution_fixed'>,
): MandateTexts['unavailableSoleBank'] {
  const isSole = failure === 'UNAVAILABLE' && view.institution_fixed;
  return isSole ? unavailableSoleBank : failed[failure].next;
}
