import { entryOf } from '../../../shared/values.js';
import type { MandateView } from '../api/mandate-view.js';
import type { MandateTexts } from '../i18n/en.js';
import type { MandateNotice } from './mandate-state.js';

/** The failures that the page explains in its own words; every other code is `OTHER`. */
type MandateFailure = keyof MandateTexts['failed'];

const BY_CODE: Readonly<Record<string, MandateFailure>> = {
  PAYMENT_METHOD_DECLINED: 'REJECTED',
  TOO_MANY_ATTEMPTS: 'LOCKED',
  CREDENTIALS_INVALID: 'LOGIN',
  AUTHENTICATION_FAILED: 'LOGIN',
  INSTITUTION_UNAVAILABLE: 'UNAVAILABLE',
};

export function mandateFailureOf({ error }: Pick<MandateView, 'error'>): MandateFailure {
  return entryOf(BY_CODE, error?.error_code) ?? 'OTHER';
}

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
