import type { PaymentAccountId } from '@towpath/kernel';
import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import type { ConsentGiven } from '../../mandates/mandates/ports.js';
import type { Checklist } from './domain/checklist.js';

/** Input of a payer that only the bank, or the evidence of the consent, needs. */
export interface ChecklistSecrets {
  readonly account?: {
    /** The ID that the account gets where accounts are kept. */
    readonly accountId: PaymentAccountId;
    readonly number: string;
    readonly holder: string;
  };
  readonly identification?: { readonly detailsType: string; readonly values: readonly string[] };
  readonly consent?: Omit<ConsentGiven, 'givenAt'> & { readonly givenAt: string };
}

/** The owner of a checklist: submissions are encrypted with the key of the payer. */
export type ChecklistOwner = Pick<MandateSnapshot, 'mandateId' | 'userId'>;

export interface StoredChecklist {
  readonly checklist: Checklist;
  readonly secrets: ChecklistSecrets;
  /** Whether there is a row of it yet. */
  readonly stored: boolean;
}

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
