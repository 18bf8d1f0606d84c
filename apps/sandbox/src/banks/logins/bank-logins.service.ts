import { Injectable } from '@nestjs/common';
import { newId, plusMs } from '@towpath/kernel';
import { byKey, byValues, Transactions, type Tx } from '@towpath/persistence';
import { BankTokens, type BankSession, type PendingLogin } from './bank-tokens.js';
import { loginAction } from './login-actions.js';
import {
  asksForMore,
  firstStep,
  hasWrongOtp,
  nextStep,
  outcomeOf,
  RIGHT_OTP,
  type LoginAttempt,
  type LoginOutcome,
  type LoginStep,
} from './login-rules.js';

interface DataAttempt {
  readonly customerAppId: string;
  readonly attemptId: string;
  readonly language: string;
  /** The clock of the app. */
  readonly now: Date;
}

type Credentials = Omit<LoginAttempt, 'otp'>;

interface KnownUser {
  readonly userId: string;
  readonly institutionId: string;
  /** The question is the one before. */
  readonly again?: boolean;
}

interface PageCode {
  readonly code: string;
  /** With which the bank's page was opened. */
  readonly state: string;
}

interface Approval {
  readonly outcome: LoginOutcome;
  readonly userId: string | null;
}

const CONSENT_DAYS = 180;
const DAY_MS = 86_400_000;
/** Real time: a code does not follow the clock of an app. */
const CODE_LIFETIME_MINUTES = 10;
const REFUSALS = { LOCKED: 'TOO_MANY_ATTEMPTS', UNAVAILABLE: 'UNAVAILABLE' } as const;

/**
 * Logins at the bank, on our form or on the bank's own page: of payers, who set up mandates, and of
 * end-users, who let us read their accounts.
 */
@Injectable()
export class BankLoginsService {
  constructor(
    private readonly db: Transactions,
    private readonly tokens: BankTokens,
  ) {}

  /** @param login what wrong one-time passwords are counted by */
  logIn(login: string, attempt: LoginAttempt): Promise<LoginOutcome> {
    return this.db.asWorker((tx) => decide(tx, login, attempt));
  }

  /**
   * An answer that ends the bank's page has a code. The code proves the answer to whoever opened the
   * page with this state. There is no code while the payer may try again.
   */
  logInOnPage(
    state: string,
    attempt: LoginAttempt,
  ): Promise<{ readonly outcome: LoginOutcome; readonly code: string | null }> {
    return this.db.asWorker(async (tx) => {
      const outcome = await decide(tx, state, attempt);
      if (outcome === 'REJECTED' || outcome === 'OTP_REQUIRED') return { outcome, code: null };
      const code = newId(tx.systemNow);
      await tx.query(
        byValues(`INSERT INTO bank_login_codes (code, state, outcome, expires_at, user_id)
         VALUES ($1, $2, $3, now() + $4 * interval '1 minute', $5)`),
        [code, state, outcome, CODE_LIFETIME_MINUTES, attempt.userId],
      );
      return { outcome, code };
    });
  }

  /** Like `logInOnPage`, for reading accounts: most users need no one-time password. */
  logInOnDataPage(state: string, attempt: LoginAttempt) {
    const isEnough = !asksForMore(attempt.userId);
    return this.logInOnPage(state, isEnough ? { ...attempt, otp: RIGHT_OTP } : attempt);
  }

  /** The result behind a code, once. */
  async redeem(given: PageCode): Promise<LoginOutcome> {
    return (await this.takeCode(given))?.outcome ?? 'REJECTED';
  }

  startData(attempt: DataAttempt, login: Credentials) {
    return this.answerTo(attempt, firstStep(login), login);
  }

  /** Wrong codes are counted by the attempt. */
  async answerData(
    attempt: DataAttempt,
    pending: string,
    inputs: Readonly<Record<string, string>>,
  ) {
    const login = this.tokens.read<PendingLogin>('pending', pending);
    const key = `data ${attempt.customerAppId} ${attempt.attemptId}`;
    const step = await this.db.asWorker(async (tx) => {
      const decided = nextStep(login.stage, inputs, await wrongOtps(tx, key));
      const isWrong = login.stage === 'MOBILE_OTP' && decided.outcome !== 'ACCEPTED';
      if (isWrong) await countWrongOtp(tx, key);
      return decided;
    });
    const isRepeated = step.outcome === 'ACTION' && step.stage === login.stage;
    return this.answerTo(attempt, step, { ...login, again: isRepeated });
  }

  /** The user that approved on the bank's page; a code is worth something once. */
  async redeemData(
    attempt: DataAttempt,
    { institutionId, ...given }: PageCode & { readonly institutionId: string },
  ) {
    const { outcome, userId } = (await this.takeCode(given)) ?? { outcome: 'REJECTED', userId: '' };
    const step: LoginStep =
      outcome === 'ACCEPTED'
        ? { outcome }
        : {
            outcome: 'REFUSED',
            reason:
              outcome === 'LOCKED' || outcome === 'UNAVAILABLE'
                ? REFUSALS[outcome]
                : 'CREDENTIALS_INVALID',
          };
    return this.answerTo(attempt, step, { userId: userId ?? '', institutionId });
  }

  /** Without the end-user. */
  async refreshData(
    attempt: DataAttempt,
    { session, login }: { readonly session: string | null; readonly login: Credentials | null },
  ) {
    const needsUser: LoginStep = { outcome: 'REFUSED', reason: 'USER_NEEDED' };
    if (login) {
      const step = firstStep(login);
      return this.answerTo(attempt, step.outcome === 'ACTION' ? needsUser : step, login);
    }
    const known = session === null ? null : await this.openSession(session);
    if (!known || asksForMore(known.userId)) return needsUser;
    return this.answerTo(attempt, { outcome: 'ACCEPTED' }, known);
  }

  /** Null when its consent was ended. */
  async openSession(session: string): Promise<BankSession | null> {
    const known = this.tokens.read<BankSession>('session', session);
    const ended = await this.db.asWorker((tx) =>
      tx.query(byKey(`SELECT 1 FROM bank_ended_consents WHERE session_id = $1`), [known.sessionId]),
    );
    return ended.length > 0 ? null : known;
  }

  async endConsent(session: string): Promise<void> {
    const { sessionId } = this.tokens.read<BankSession>('session', session);
    await this.db.asWorker((tx) =>
      tx.query(
        byValues(`INSERT INTO bank_ended_consents (session_id) VALUES ($1) ON CONFLICT DO NOTHING`),
        [sessionId],
      ),
    );
  }

  private answerTo(
    attempt: DataAttempt,
    step: LoginStep,
    { userId, institutionId, again = false }: KnownUser,
  ) {
    if (step.outcome === 'REFUSED') return step;
    if (step.outcome === 'ACTION') {
      const { stage } = step;
      return {
        outcome: 'ACTION',
        action: loginAction({ stage, language: attempt.language, again }),
        pending: this.tokens.write({ kind: 'pending', userId, institutionId, stage }),
        again,
      };
    }
    const { customerAppId, now } = attempt;
    const session = { kind: 'session', sessionId: newId(now), userId } as const;
    return {
      outcome: 'ACCEPTED',
      session: this.tokens.write({ ...session, institutionId, customerAppId }),
      user_name: userId,
      consent_ends_at: plusMs(now, CONSENT_DAYS * DAY_MS).toISOString(),
      refreshes_without_user: !asksForMore(userId),
    };
  }

  /** Once, and only with the state that it was made for; undefined otherwise. */
  private async takeCode({ code, state }: PageCode): Promise<Approval | undefined> {
    const [row] = await this.db.asWorker((tx) =>
      tx.query<Approval>(
        byValues(`DELETE FROM bank_login_codes WHERE code = $1 AND state = $2 AND expires_at > now()
         RETURNING outcome, user_id AS "userId"`),
        [code, state],
      ),
    );
    return row;
  }
}

async function decide(tx: Tx, login: string, attempt: LoginAttempt): Promise<LoginOutcome> {
  const outcome = outcomeOf(attempt, await wrongOtps(tx, login));
  if (hasWrongOtp(attempt, outcome)) await countWrongOtp(tx, login);
  return outcome;
}

/** Locks the login for this transaction. */
async function wrongOtps(tx: Tx, login: string): Promise<number> {
  await tx.query(
    byValues(`INSERT INTO bank_logins (login, wrong_otps) VALUES ($1, 0) ON CONFLICT DO NOTHING`),
    [login],
  );
  const [row] = await tx.query<{ wrong_otps: number }>(
    byValues(`SELECT wrong_otps FROM bank_logins WHERE login = $1 FOR UPDATE`),
    [login],
  );
  return row?.wrong_otps ?? 0;
}

async function countWrongOtp(tx: Tx, login: string): Promise<void> {
  await tx.query(byValues(`UPDATE bank_logins SET wrong_otps = wrong_otps + 1 WHERE login = $1`), [
    login,
  ]);
}
