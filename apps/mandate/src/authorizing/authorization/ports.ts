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
