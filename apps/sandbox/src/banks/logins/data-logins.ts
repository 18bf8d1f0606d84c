import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';

import { BankLoginsRepository } from './persistence/bank-logins.repository.js';
import { BankTokens, type BankSession, type PendingLogin } from './bank-tokens.js';
import { loginAction } from './login-actions.js';
import { asksForMore, firstStep, nextStep, type LoginStep } from './domain/login-steps.js';
import { EndedConsents } from './persistence/ended-consents.repository.js';

export interface Attempt {
  readonly customerAppId: string;
  readonly attemptId: string;
  readonly language: string;
}

interface Told {
  readonly userId: string;
  readonly institutionId: string;
  readonly again: boolean;
}

const CONSENT_DAYS = 180;
const DAY_MS = 86_400_000;

/** An end-user lets us read its accounts: with a form of ours, or on the page of the bank. */
@Injectable()
export class DataLogins {
  constructor(
    private readonly transactions: Transactions,
    private readonly logins: BankLoginsRepository,
    private readonly ended: EndedConsents,
    private readonly tokens: BankTokens,
  ) {}

  start(
    attempt: Attempt & { readonly now: Date },
    login: { readonly institutionId: string; readonly userId: string; readonly password: string },
  ) {
    return this.told(attempt, firstStep(login), { ...login, again: false });
  }

  /** Wrong codes are counted by the attempt. */
  async answer(
    attempt: Attempt & { readonly now: Date },
    pending: string,
    inputs: Readonly<Record<string, string>>,
  ) {
    const login = this.tokens.read<PendingLogin>('pending', pending);
    const key = `data ${attempt.customerAppId} ${attempt.attemptId}`;
    const step = await this.transactions.asWorker(async (tx) => {
      const decided = nextStep(login.stage, inputs, await this.logins.wrongOtps(tx, key));
      const isWrong = login.stage === 'MOBILE_OTP' && decided.outcome !== 'ACCEPTED';
      if (isWrong) await this.logins.countWrongOtp(tx, key);
      return decided;
    });
    return this.told(attempt, step, { ...login, again: isSameAction(login, step) });
  }

  /** The user that approved on the bank's page; a code is worth something once. */
  async redeem(
    attempt: Attempt & { readonly now: Date },
    given: { readonly code: string; readonly state: string; readonly institutionId: string },
  ) {
    const found = await this.transactions.asWorker((tx) => this.logins.takeUserCode(tx, given));
    const step: LoginStep =
      found?.outcome === 'ACCEPTED'
        ? { outcome: 'ACCEPTED' }
        : { outcome: 'REFUSED', reason: REASONS[found?.outcome ?? ''] ?? 'CREDENTIALS_INVALID' };
    const { institutionId } = given;
    return this.told(attempt, step, { userId: found?.userId ?? '', institutionId, again: false });
  }

  /** Without the end-user. */
  async refresh(
    attempt: Attempt & { readonly now: Date },
    held: {
      readonly session: string | null;
      readonly login: {
        readonly institutionId: string;
        readonly userId: string;
        readonly password: string;
      } | null;
    },
  ) {
    const { session, login } = held;
    if (login) {
      const step = firstStep(login);
      const needsUser: LoginStep = { outcome: 'REFUSED', reason: 'USER_NEEDED' };
      return this.told(attempt, step.outcome === 'ACTION' ? needsUser : step, {
        ...login,
        again: false,
      });
    }
    const known = session === null ? null : await this.openSession(session);
    if (!known || asksForMore(known.userId)) {
      return { outcome: 'REFUSED', reason: 'USER_NEEDED' };
    }
    return this.told(attempt, { outcome: 'ACCEPTED' }, { ...known, again: false });
  }

  /** Null when its consent was ended. */
  async openSession(session: string): Promise<BankSession | null> {
    const known = this.tokens.read<BankSession>('session', session);
    const isEnded = await this.transactions.asWorker((tx) => this.ended.has(tx, known.sessionId));
    return isEnded ? null : known;
  }

  async endConsent(session: string): Promise<void> {
    const { sessionId } = this.tokens.read<BankSession>('session', session);
    await this.transactions.asWorker((tx) => this.ended.add(tx, sessionId));
  }

  private told(attempt: Attempt & { readonly now: Date }, step: LoginStep, told: Told) {
    const { userId, institutionId, again } = told;
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
    const sessionId = newId(now);
    return {
      outcome: 'ACCEPTED',
      session: this.tokens.write({
        kind: 'session',
        sessionId,
        userId,
        institutionId,
        customerAppId,
      }),
      user_name: userId,
      consent_ends_at: new Date(now.getTime() + CONSENT_DAYS * DAY_MS).toISOString(),
      refreshes_without_user: !asksForMore(userId),
    };
  }
}

const REASONS: Readonly<
  Record<string, 'TOO_MANY_ATTEMPTS' | 'UNAVAILABLE' | 'CREDENTIALS_INVALID'>
> = { LOCKED: 'TOO_MANY_ATTEMPTS', UNAVAILABLE: 'UNAVAILABLE' };

function isSameAction(before: PendingLogin, step: LoginStep): boolean {
  return step.outcome === 'ACTION' && step.stage === before.stage;
}
