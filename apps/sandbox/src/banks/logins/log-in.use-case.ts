import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { Transactions, type Tx } from '@towpath/persistence';

import { asksForMore } from './domain/login-steps.js';
import { BankLoginsRepository } from './persistence/bank-logins.repository.js';
import {
  hasWrongOtp,
  outcomeOf,
  RIGHT_OTP,
  type LoginAttempt,
  type LoginOutcome,
} from './domain/login-outcomes.js';

/** A payer logs in at the bank, on our form or on the bank's own page. */
@Injectable()
export class LogIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly logins: BankLoginsRepository,
  ) {}

  /** @param login what wrong one-time passwords are counted by */
  execute(login: string, attempt: LoginAttempt): Promise<LoginOutcome> {
    return this.transactions.asWorker((tx) => this.decide(tx, login, attempt));
  }

  /**
   * Like the bank's page: an answer that ends the page has a code. The code proves the answer to
   * whoever opened the page with this state. There is no code while the payer may try again.
   */
  onPage(
    state: string,
    attempt: LoginAttempt,
  ): Promise<{ readonly outcome: LoginOutcome; readonly code: string | null }> {
    return this.transactions.asWorker(async (tx) => {
      const outcome = await this.decide(tx, state, attempt);
      if (outcome === 'REJECTED' || outcome === 'OTP_REQUIRED') return { outcome, code: null };
      const code = newId(tx.systemNow);
      await this.logins.addCode(tx, { code, state, outcome, userId: attempt.userId });
      return { outcome, code };
    });
  }

  /** Like `onPage`, for reading accounts: most users need no one-time password. */
  onDataPage(
    state: string,
    attempt: LoginAttempt,
  ): Promise<{ readonly outcome: LoginOutcome; readonly code: string | null }> {
    const isEnough = !asksForMore(attempt.userId);
    return this.onPage(state, isEnough ? { ...attempt, otp: RIGHT_OTP } : attempt);
  }

  /** Returns the result behind a code, once. */
  async redeem(given: { readonly code: string; readonly state: string }): Promise<LoginOutcome> {
    const found = await this.transactions.asWorker((tx) => this.logins.takeCode(tx, given));
    return found ?? 'REJECTED';
  }

  private async decide(tx: Tx, login: string, attempt: LoginAttempt): Promise<LoginOutcome> {
    const outcome = outcomeOf(attempt, await this.logins.wrongOtps(tx, login));
    if (hasWrongOtp(attempt, outcome)) await this.logins.countWrongOtp(tx, login);
    return outcome;
  }
}
