import { DomainError, type ErrorCode } from '@towpath/kernel';
import type { LoginOutcome } from './ports.js';

export interface LoginRefusal {
  readonly failure: { readonly code: ErrorCode; readonly explanation: string };
  /** No later login can authorize this mandate. */
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

/** The refusal of a login by the institution; null if the payer may enter or must continue. */
export function refusalOf(outcome: LoginOutcome): LoginRefusal | null {
  return REFUSALS[outcome];
}

/** Only wrong input counts as a guess: no outage, and no login that was locked before. */
export function isWrongLogin(outcome: LoginOutcome, otp: string | undefined): boolean {
  return outcome === 'REJECTED' || (outcome === 'LOCKED' && otp !== undefined);
}

export function tooManyLogins(): DomainError {
  return new DomainError(
    'TOO_MANY_ATTEMPTS',
    'Too many logins were wrong: try again later, with a new link.',
  );
}
