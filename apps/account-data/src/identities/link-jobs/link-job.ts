import type { CustomerAppId, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import type { LoginGuess } from '@towpath/service';

export type LinkJobKind = 'LOGIN' | 'RETRIEVAL' | 'UNLINK';
export type LinkJobId = Id<'LinkJob'>;

/**
 * The next step of a login. `WAIT`: the user must answer; when the step is due, the user did not.
 * `REDIRECT` requests the bank's page, and `RETURN` handles its return.
 */
export interface LoginStep {
  readonly name: 'START' | 'ANSWER' | 'WAIT' | 'BACKGROUND' | 'REDIRECT' | 'RETURN';
  readonly loginMethodId: string | null;
  readonly language: 'en' | 'vi' | 'zh' | 'ko';
  /** The open action, as the institution requested it. */
  readonly action: object | null;
  readonly actionName: string | null;
  /** Present while what the user typed counts as a guess. */
  readonly guess?: LoginGuess | null;
  /** Of a login in the user interface of a customer app, for the guesses of its actions. */
  readonly loginKey?: string | null;
  /** It began on a hosted page, and only that page answers its actions. */
  readonly onPage?: boolean;
}

/** A job that this process has taken. */
export interface LinkJob {
  readonly customerAppId: CustomerAppId;
  readonly jobId: LinkJobId;
  readonly loginIdentityId: LoginIdentityId;
  readonly sessionId: LinkSessionId;
  readonly kind: LinkJobKind;
  readonly product: string | null;
  readonly step: LoginStep | null;
  readonly claim: number;
  readonly failures: number;
  readonly cursor: string | null;
  readonly sealed: Buffer | null;
  readonly deadlineAt: Date;
}

/** Longer than an institution may take for one answer. Real time. */
export const LEASE_MS = 60_000;

export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** After so many failures in a row: 5 s, 30 s, 2 min, then every 5 min. */
export function backOffMs(failures: number): number {
  return [5_000, 30_000, 120_000][failures - 1] ?? 300_000;
}
