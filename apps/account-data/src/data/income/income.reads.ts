import { Injectable } from '@nestjs/common';
import type { IncomeTotal, SingleSourceIncome } from '@towpath/contracts/account-data';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import type { ProductOutcome } from '../../banks/institution-connections/retrieved-rows.js';
import type { OwnedRead } from '../retrieved-data/owned-data.reads.js';
import { incomeStreams, totalOf, type Stream } from './estimate-income.js';

interface DepositRow {
  readonly accountId: string;
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
  SELECT t.account_id AS "accountId", (t.occurred_at AT TIME ZONE 'UTC')::date::text AS date,
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
export class IncomeReads {
  constructor(private readonly db: Transactions) {}

  /**
   * Outcome of `INCOME_ESTIMATION`, which asks no bank: run it when the transaction jobs are final.
   * `NOT_FOUND` when the stored transactions show no income.
   */
  assess(whose: {
    readonly customerAppId: CustomerAppId;
    readonly loginIdentityId: LoginIdentityId;
  }): Promise<ProductOutcome> {
    const read = async (tx: AppTx) =>
      (await streamsOf(tx, whose.loginIdentityId)).length > 0 ? 'RETRIEVED' : 'NOT_FOUND';
    return this.db.forApp(whose.customerAppId, read, { readOnly: true });
  }

  /** One entry per currency. */
  async estimate({ tx, loginIdentityId }: OwnedRead): Promise<SingleSourceIncome[]> {
    const streams = await streamsOf(tx, loginIdentityId);
    const currencies = [...new Set(streams.map(({ currency }) => currency))];
    return currencies.map((currency) => {
      const own = streams.filter((stream) => stream.currency === currency);
      return {
        income_streams: own.map((each) => ({
          account_id: each.accountId,
          ...totalView(each, currency),
        })),
        income_total: totalView(totalOf(own), currency),
        source: 'DEPOSITS_ANALYSIS',
        source_id: loginIdentityId,
      };
    });
  }
}

async function streamsOf(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<Stream[]> {
  const rows = await tx.query<DepositRow>(DEPOSITS, [tx.customerApp.id, loginIdentityId]);
  return incomeStreams(rows.map((row) => ({ ...row, amount: Number(row.amount) })));
}

function totalView(
  { monthly, count, months }: Pick<Stream, 'monthly' | 'count' | 'months'>,
  currency: string,
): IncomeTotal {
  return {
    estimated_monthly_income: monthly === null ? undefined : { amount: monthly, currency },
    transaction_count: count,
    monthly_history: months.map(({ year, month, amount }) => ({
      year,
      month,
      estimated_income: { amount, currency },
    })),
  };
}
