import { Injectable } from '@nestjs/common';
import type { LoginIdentityId } from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import {
  AssessIncome,
  type RetrievedFor,
} from '../../banks/institution-connections/retrieved-data.js';
import type { ProductOutcome } from '../../banks/institution-connections/retrieved-rows.js';
import { incomeStreams, type Stream } from './domain/estimate-income.js';

interface DepositRow {
  readonly account_id: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
}

/**
 * By day and description: a busy account has few different ones. Accounts come in the order of the
 * bank.
 */
const DEPOSITS = byValues(`
  SELECT t.account_id, (t.occurred_at AT TIME ZONE 'UTC')::date::text AS date,
    sum(t.amount)::text AS amount, t.currency, t.description
  FROM transactions t
  JOIN accounts a ON a.customer_app_id = t.customer_app_id
    AND a.login_identity_id = t.login_identity_id AND a.account_id = t.account_id
  WHERE t.customer_app_id = $1 AND t.login_identity_id = $2 AND t.amount > 0
    AND NOT t.is_pending AND a.type = 'DEPOSIT'
  GROUP BY a.bank_order, t.account_id, 2, t.currency, t.description
  ORDER BY a.bank_order NULLS LAST, t.account_id, 2, t.description`);

/** Income, calculated from stored transactions. */
@Injectable()
export class ReadIncome extends AssessIncome {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async streams(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<Stream[]> {
    const rows = await tx.query<DepositRow>(DEPOSITS, [tx.customerApp.id, loginIdentityId]);
    return incomeStreams(
      rows.map(({ account_id: accountId, amount, ...row }) => ({
        ...row,
        accountId,
        amount: Number(amount),
      })),
    );
  }

  override execute(
    whose: Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>,
  ): Promise<ProductOutcome> {
    return this.transactions.forApp(whose.customerAppId, async (tx) => {
      const streams = await this.streams(tx, whose.loginIdentityId);
      return streams.length > 0 ? 'RETRIEVED' : 'NOT_FOUND';
    });
  }
}
