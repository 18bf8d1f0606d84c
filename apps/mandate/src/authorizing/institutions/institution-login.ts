import { DomainError, type ErrorCode } from '@towpath/kernel';
import type { SignedPurpose } from '../sessions/sessions.service.js';

export interface BankLogin {
  readonly customerAppId: string;
  readonly mandateId: string;
  readonly institutionId: string;
  readonly userId: string;
  readonly password: string;
  readonly otp: string | null;
}

/** The institution's answer to a login. */
export type LoginOutcome = 'ACCEPTED' | 'OTP_REQUIRED' | 'REJECTED' | 'LOCKED' | 'UNAVAILABLE';

/** The institution's own login page. */
export interface LoginPage {
  readonly institutionId: string;
  /** Returned unchanged. */
  readonly state: string;
  readonly returnUrl: string;
  readonly language: string;
}

/**
 * Logins of payers at institutions. Network calls, never inside a transaction; an institution
 * without an answer is `UNAVAILABLE`.
 */
export abstract class MandateInstitution {
  /** Which apps it serves: never both. */
  abstract readonly appType: 'TEST' | 'LIVE';
  abstract logIn(login: BankLogin): Promise<LoginOutcome>;
  /** Address of its page. */
  abstract loginPage(page: LoginPage): string;
  /** Redeems the code that the payer's browser returned; a code is valid once. */
  abstract redeem(given: { readonly code: string; readonly state: string }): Promise<LoginOutcome>;
}

/** Institutions by type of app: a test app never reaches a real institution. */
export class InstitutionLogins {
  private readonly byType = new Map<'TEST' | 'LIVE', MandateInstitution>();

  constructor(institutions: readonly MandateInstitution[]) {
    for (const institution of institutions) {
      const { appType } = institution;
      if (this.byType.has(appType)) throw new Error(`two ways to log in for ${appType} apps`);
      this.byType.set(appType, institution);
    }
  }

  /** Throws INSTITUTION_NOT_CONNECTED where no institution can be reached. */
  get(appType: 'TEST' | 'LIVE'): MandateInstitution {
    const found = this.byType.get(appType);
    if (found) return found;
    throw new DomainError(
      'INSTITUTION_NOT_CONNECTED',
      'No institution is connected for apps of this type.',
    );
  }
}

export interface LoginRefusal {
  readonly failure: { readonly code: ErrorCode; readonly explanation: string };
  /** No later login can authorize this mandate. */
  readonly isFinal: boolean;
}

/** Refusals of a login by the institution; the payer may enter or must continue without one. */
export const LOGIN_REFUSALS: Readonly<Partial<Record<LoginOutcome, LoginRefusal>>> = {
  REJECTED: {
    failure: {
      code: 'CREDENTIALS_INVALID',
      explanation: 'The institution refused what was entered; it may be tried again.',
    },
    isFinal: false,
  },
  LOCKED: {
    failure: {
      code: 'TOO_MANY_ATTEMPTS',
      explanation: 'The institution locked the login: a new mandate is needed.',
    },
    isFinal: true,
  },
  UNAVAILABLE: {
    failure: {
      code: 'INSTITUTION_UNAVAILABLE',
      explanation: 'The institution does not answer now; try again later.',
    },
    isFinal: false,
  },
};

/** The path that redirects to the page of an institution, and the path of the return. */
export const LOGIN_PATH = '/mandates/hosted/institution_login';
export const RETURN_PATH = '/mandates/hosted/institution_return';

/**
 * A proof for the login is valid for the institution that is chosen at its use; one for the return,
 * for the institution that was chosen at its issue.
 */
export function purposeOf(
  direction: 'login' | 'return',
  { mandateId, institutionId }: { readonly mandateId: string; readonly institutionId: string },
): SignedPurpose {
  return `${direction} ${mandateId} ${institutionId}`;
}
