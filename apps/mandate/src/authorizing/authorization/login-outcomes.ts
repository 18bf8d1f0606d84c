import type { ErrorCode } from '@towpath/kernel';
import type { LoginOutcome } from './ports.js';

export interface LoginRefusal {
  readonly failure: { readonly code: ErrorCode; readonly explanation: string };
  /** Nobody gets in with this mandate any more. */
  readonly forGood: boolean;
}

const REFUSALS: Readonly<Record<LoginOutcome, LoginRefusal | null>> = {
  ACCEPTED: null,
  OTP_REQUIRED: null,
  REJECTED: {
    failure: {
      code: 'CREDENTIALS_INVALID',
      explanation: 'The institution refused what was entered; it may be tried again.',
    },
    forGood: false,
  },
  LOCKED: {
    failure: {
      code: 'TOO_MANY_ATTEMPTS',
      explanation: 'The institution locked the login: a new mandate is needed.',
    },
    forGood: true,
  },
  UNAVAILABLE: {
    failure: {
      code: 'INSTITUTION_UNAVAILABLE',
      explanation: 'The institution does not answer now; try again later.',
    },
    forGood: false,
  },
};

/** What an institution's word means for the mandate; null when it let the payer in, or goes on. */
export function refusalOf(outcome: LoginOutcome): LoginRefusal | null {
  return REFUSALS[outcome];
}
