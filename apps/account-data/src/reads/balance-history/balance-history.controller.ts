import { Controller, Param, Query } from '@nestjs/common';
import {
  BalanceHistoryQuery,
  BalanceHistoryResponse,
  type BalanceEntry,
  type BalanceSource,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { utcDate } from '@towpath/kernel';
import { ReadAccounts, type ReadAccount } from '../accounts/read-accounts.js';
import { DataOwners, type OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import { computedBalances } from './domain/computed-balances.js';
import { byValues } from '@towpath/persistence';

interface AmountRow {
  readonly date: string;
  readonly amount: string;
}

const TOLD = byValues(`SELECT date::text AS date, amount::text AS amount FROM account_balances
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3 ORDER BY date DESC`);
/** Every day from the first transaction to $4, newest first, with the sum of its transactions. */
const CHANGES = byValues(`
  WITH changes AS (
    SELECT (occurred_at AT TIME ZONE 'UTC')::date AS date, sum(amount) AS amount
    FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3
    GROUP BY 1)
  SELECT day::date::text AS date, coalesce(amount, 0)::text AS amount
  FROM generate_series((SELECT least(min(date), $4::date) FROM changes), $4::date,
    interval '1 day') AS day
  LEFT JOIN changes ON changes.date = day::date
  ORDER BY day DESC`);

@Controller()
export class BalanceHistoryController {
  constructor(
    private readonly owners: DataOwners,
    private readonly accounts: ReadAccounts,
  ) {}

  /** Without a source: the institution's balances, if it provides any. */
  @Operation('getBalanceHistory', { response: BalanceHistoryResponse })
  get(
    @Caller() caller: Caller,
    @Param('accountId') accountId: string,
    @Query() query: BalanceHistoryQuery,
  ): Promise<BalanceHistoryResponse> {
    return this.owners.read(caller, ['balance_history'], async (owned) => {
      const { login_identity, institution } = owned;
      const account = await this.accounts.one(owned, accountId);
      const told = query.source === 'COMPUTED' ? [] : await toldBalances(owned, account);
      const isTold = query.source === 'INSTITUTION' || told.length > 0;
      const source: BalanceSource = isTold ? 'INSTITUTION' : 'COMPUTED';
      const balance_history = isTold ? told : await computed(owned, account);
      return { login_identity, institution, account: account.view, balance_history, source };
    });
  }
}

async function toldBalances(owned: OwnedRead, account: ReadAccount): Promise<BalanceEntry[]> {
  const rows = await owned.tx.query<AmountRow>(TOLD, keyOf(owned, account));
  const { currency } = account.row;
  return rows.map(({ date, amount }) => ({ date, amount: Number(amount), currency }));
}

async function computed(owned: OwnedRead, account: ReadAccount): Promise<BalanceEntry[]> {
  const { tx } = owned;
  const rows = await tx.query<AmountRow>(CHANGES, [...keyOf(owned, account), utcDate(tx.now)]);
  const { currency, balances } = account.row;
  const changes = rows.map(({ date, amount }) => ({ date, amount: Number(amount) }));
  const present = Number(balances.balance?.value ?? 0);
  return computedBalances(changes, present).map((day) => ({ ...day, currency }));
}

function keyOf({ tx, loginIdentityId }: OwnedRead, { row }: ReadAccount): string[] {
  return [tx.customerApp.id, loginIdentityId, row.account_id];
}
