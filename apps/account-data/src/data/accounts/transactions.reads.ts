import { Injectable } from '@nestjs/common';
import type { DataTransaction } from '@towpath/contracts/account-data';
import { encodeCursor, type PageRange } from '@towpath/http';
import { byValues } from '@towpath/persistence';
import { AccountsReads } from './accounts.reads.js';
import type { OwnedRead } from '../retrieved-data/owned-data.reads.js';
import { enrich } from './enrich.js';
import { transactions, type StoredTransaction } from './account.table.js';

const COLUMNS = transactions.select(
  ...(Object.keys(transactions.columns) as (keyof StoredTransaction)[]),
);

/**
 * Reads keys from the index first, then the rows of the page, so skipped rows are never read. Each
 * row is looked up by its key (`OFFSET 0`). The planner expects one row for a recently filled
 * login; in a join it would compute the page again for each of its transactions. $1 customer app,
 * $2 login identity, $3 offset, $4 limit, $5 and $6 the row before, $7 account.
 */
const pageSql = ({ ofAccount, isAfter }: Record<'ofAccount' | 'isAfter', boolean>) => `
  SELECT ${COLUMNS} FROM (
    SELECT t.* FROM (
      SELECT transaction_id FROM transactions
      WHERE customer_app_id = $1 AND login_identity_id = $2
        ${isAfter ? 'AND (occurred_at, transaction_id) < ($5, $6)' : ''}
        ${ofAccount ? `AND account_id = ${isAfter ? '$7' : '$5'}` : ''}
      ORDER BY occurred_at DESC, transaction_id DESC OFFSET $3 LIMIT $4) AS page
    CROSS JOIN LATERAL (
      SELECT * FROM transactions
      WHERE customer_app_id = $1 AND login_identity_id = $2
        AND transaction_id = page.transaction_id OFFSET 0) AS t) AS found
  ORDER BY occurred_at DESC, transaction_id DESC`;

@Injectable()
export class TransactionsReads {
  constructor(private readonly accounts: AccountsReads) {}

  /** Newest first, of all accounts or of one; the total is kept with the accounts, not counted. */
  async page(
    owned: OwnedRead,
    accountId: string | null,
    { range, enrichments }: { readonly range: PageRange; readonly enrichments: boolean },
  ) {
    const { tx, loginIdentityId } = owned;
    const ofAccount = accountId !== null;
    const accounts = ofAccount
      ? [await this.accounts.one(owned, accountId)]
      : await this.accounts.all(owned);
    const { offset, limit, after } = range;
    const sql = pageSql({ ofAccount, isAfter: after !== undefined });
    const rows = await tx.query<StoredTransaction>(byValues(sql), [
      tx.customerApp.id,
      loginIdentityId,
      after ? 0 : offset,
      limit,
      ...(after ? [after.createdAt, after.id] : []),
      ...(ofAccount ? accounts.map(({ row }) => row.accountId) : []),
    ]);
    const total = accounts.reduce((sum, { row }) => sum + row.transactionCount, 0);
    const last = rows.at(-1);
    const isLast = rows.length < limit || (!after && offset + rows.length >= total);
    return {
      accounts: accounts.map(({ view }) => view),
      transactions: rows.map((row) => transactionView(row, enrichments)),
      total_transactions: total,
      next_cursor:
        last && !isLast
          ? encodeCursor({ createdAt: last.occurredAt, id: last.transactionId })
          : undefined,
    };
  }
}

function transactionView(row: StoredTransaction, enrichments: boolean): DataTransaction {
  const { currency, runningBalance: running } = row;
  const value = Number(row.amount);
  return {
    transaction_id: row.transactionId,
    account_id: row.accountId,
    is_pending: row.isPending,
    posted_date: row.postedDate ?? undefined,
    transaction_time: row.occurredAt.toISOString(),
    amount: { value, currency, raw: row.raw ?? undefined },
    running_balance: running === null ? undefined : { value: Number(running), currency },
    description: row.description,
    location: row.location ?? undefined,
    transaction_reference: row.reference ?? undefined,
    transaction_state: 'ACTIVE',
    transaction_type: value < 0 ? 'DEBIT' : 'CREDIT',
    status: row.isPending ? 'PENDING' : 'COMPLETED',
    ...(enrichments ? enrichedMembers(row.description, value > 0) : {}),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function enrichedMembers(description: string, isInflow: boolean): Partial<DataTransaction> {
  const { categories, merchantName, ruleId } = enrich(description, isInflow);
  const list = [...categories];
  const prediction = { categories: list, source: 'TRANSACTION_RULES' };
  return {
    categories: list,
    merchant_name: merchantName,
    category_predictions: ruleId === undefined ? [] : [{ ...prediction, source_id: ruleId }],
  };
}
