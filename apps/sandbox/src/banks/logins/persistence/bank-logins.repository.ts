import { Injectable } from '@nestjs/common';
import { byValues, type Tx } from '@towpath/persistence';

import type { LoginOutcome } from '../domain/login-outcomes.js';

/** Real time: a code does not follow the clock of an app. */
const CODE_LIFETIME_MINUTES = 10;

interface LoginCode {
  /** The user who approved; null if nobody asks for it. */
  readonly userId?: string | null;
  readonly code: string;
  /** The state with which the bank's page was opened. */
  readonly state: string;
  readonly outcome: LoginOutcome;
}

/** Wrong one-time passwords by login, and the codes that a bank's page sends back. */
@Injectable()
export class BankLoginsRepository {
  /** Locks the login for this transaction. */
  async wrongOtps(tx: Tx, login: string): Promise<number> {
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

  async countWrongOtp(tx: Tx, login: string): Promise<void> {
    await tx.query(
      byValues(`UPDATE bank_logins SET wrong_otps = wrong_otps + 1 WHERE login = $1`),
      [login],
    );
  }

  async addCode(tx: Tx, { code, state, outcome, userId = null }: LoginCode): Promise<void> {
    await tx.query(
      byValues(`INSERT INTO bank_login_codes (code, state, outcome, expires_at, user_id)
       VALUES ($1, $2, $3, now() + $4 * interval '1 minute', $5)`),
      [code, state, outcome, CODE_LIFETIME_MINUTES, userId],
    );
  }

  /** Once, and only with the state that it was made for; undefined otherwise. */
  async takeCode(
    tx: Tx,
    given: Pick<LoginCode, 'code' | 'state'>,
  ): Promise<LoginOutcome | undefined> {
    return (await this.takeUserCode(tx, given))?.outcome;
  }

  /** Like `takeCode`, with the user who approved. */
  async takeUserCode(
    tx: Tx,
    { code, state }: Pick<LoginCode, 'code' | 'state'>,
  ): Promise<{ readonly outcome: LoginOutcome; readonly userId: string | null } | undefined> {
    const [row] = await tx.query<{ outcome: LoginOutcome; user_id: string | null }>(
      byValues(`DELETE FROM bank_login_codes WHERE code = $1 AND state = $2 AND expires_at > now()
       RETURNING outcome, user_id`),
      [code, state],
    );
    return row && { outcome: row.outcome, userId: row.user_id };
  }
}
