import type { ApiFailure } from '../../api/api-answer.js';
import type { MandateNotice, MandateTrouble, Sending } from './mandate-state.js';

/** What a refusal means for the payer, by the code that the server gives; null: nothing to say. */
const BY_CODE: Readonly<Record<string, MandateNotice>> = {
  CREDENTIALS_INVALID: 'credentials',
  TOO_MANY_ATTEMPTS: 'too_many',
  INSTITUTION_UNAVAILABLE: 'bank_down',
  INSTITUTION_NOT_CONNECTED: 'bank_not_offered',
  INSTITUTION_NOT_FOUND: 'bank_not_offered',
};

/** The message for a refusal of what was being sent. */
export function noticeOf(errorCode: string, sending: Sending['what']): MandateNotice {
  const known = BY_CODE[errorCode];
  if (known === 'credentials' && sending === 'otp') return 'code';
  if (known) return known;
  const isAccount = sending === 'consent' && errorCode === 'INVALID_REQUEST';
  return isAccount ? 'account_refused' : 'not_accepted';
}

/** What a failure that nothing else explains means for the page. */
export function mandateTroubleOf(failure: ApiFailure): MandateTrouble {
  switch (failure.kind) {
    case 'offline':
      return { kind: 'offline' };
    case 'rate_limited':
      return { kind: 'rate_limited', waitMs: failure.retryAfterMs, over: false };
    case 'unauthorized':
      return { kind: 'session_ended' };
    case 'server':
    case 'refused':
      return { kind: 'server' };
  }
}
