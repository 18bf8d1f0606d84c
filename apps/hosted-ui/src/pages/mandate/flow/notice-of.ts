import type { ApiFailure } from '../../../shared/api/api-answer.js';
import { IDLE } from '../../../shared/banks/bank-flow.js';
import { entryOf } from '../../../shared/values.js';
import type { MandateNotice, MandateState, Sending } from './mandate-state.js';

/** The notice of a refusal, by the server's code. */
const BY_CODE: Readonly<Record<string, MandateNotice>> = {
  CREDENTIALS_INVALID: 'credentials',
  TOO_MANY_ATTEMPTS: 'too_many',
  INSTITUTION_UNAVAILABLE: 'bank_down',
  INSTITUTION_NOT_CONNECTED: 'bank_not_offered',
  INSTITUTION_NOT_FOUND: 'bank_not_offered',
  CURRENCY_MISMATCH: 'bank_not_offered',
  CONSENT_TEXT_CHANGED: 'consent_changed',
  TRANSACTION_LIMIT_EXCEEDED: 'limit_refused',
};

/** The failed request, and the state of the mandate after it. */
export interface FailedSending {
  readonly what: Sending['what'];
  /** The mandate still asks for the same. */
  readonly stayed: boolean;
  /** Reading the view failed too. */
  readonly unreachable: boolean;
}

/** The state of the page after a failed submission. */
export function afterFailure(failure: ApiFailure, sending: FailedSending): Partial<MandateState> {
  const notice = noticeAfter(failure, sending);
  const { what } = sending;
  const isAnswer = failure.kind === 'refused';
  const atLogin = what === 'login' || (what === 'otp' && notice !== 'code' && isAnswer);
  return {
    sending: IDLE,
    notice,
    ...(atLogin && { login: null }),
    ...(notice === 'account_refused' && { editing: 'account' }),
  };
}

/** Null where the page is past the step. */
function noticeAfter(failure: ApiFailure, sending: FailedSending): MandateNotice | null {
  if (failure.kind === 'refused') return noticeOf(failure.errorCode, sending);
  if (!sending.stayed) return null;
  if (sending.unreachable) return 'no_answer';
  return failure.kind === 'server' ? 'our_fault' : 'not_sent';
}

function noticeOf(errorCode: string, { what, stayed }: FailedSending): MandateNotice | null {
  const known = entryOf(BY_CODE, errorCode);
  if (known === 'credentials' && what === 'otp') return 'code';
  if (known) return known;
  if (!stayed) return null;
  const isAccount = what === 'consent' && errorCode === 'INVALID_REQUEST';
  return isAccount ? 'account_refused' : 'not_accepted';
}
