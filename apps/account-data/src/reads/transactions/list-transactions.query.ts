import { Injectable } from '@nestjs/common';
import type { DataTransaction } from '@towpath/contracts/account-data';
import { encodeCursor, type PageRange } from '@towpath/http';
import type { OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import type { ReadAccount } from '../accounts/read-accounts.js';
import type { TransactionEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { transactionView } from './transaction.view.js';
import { byValues } from '@towpath/persistence';

interface TransactionPage {
  readonly transactions: DataTransaction[];
  readonly total_transactions: number;
  readonly next_cursor?: string;
}

interface ListOptions {
  readonly range: PageRange;
  readonly enrichments: boolean;
  /** Only of this account. */
  readonly accountId?: string;
}

/**
 * Reads keys from the index first, then the rows of the page, so skipped rows are never read. Each
 * row is looked up by its key (`OFFSET 0`). The planner expects one row for a recently filled
 * login; in a join it would compute the page again for each of its transactions. $1 customer app,
 * $2 login identity, $3 offset, $4 limit, $5 and $6 the row before, $7 account.
 */
const pageSql = ({ ofAccount, isAfter }: Record<'ofAccount' | 'isAfter', boolean>) => `
  SELECT t.* FROM (
    SELECT transaction_id FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2
      ${isAfter ? 'AND (occurred_at, transaction_id) < ($5, $6)' : ''}
      ${ofAccount ? `AND account_id = ${isAfter ? '$7' : '$5'}` : ''}
    ORDER BY occurred_at DESC, transaction_id DESC OFFSET $3 LIMIT $4) AS page
  CROSS JOIN LATERAL (
    SELECT * FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2
      AND transaction_id = page.transaction_id OFFSET 0) AS t
  ORDER BY t.occurred_at DESC, t.transaction_id DESC`;

/** A page of transactions, newest first; the total is kept with the accounts, not counted. */
@Injectable()
export class ListTransactions {
  async execute(
    { tx, loginIdentityId }: OwnedRead,
    accounts: readonly ReadAccount[],
    { range, enrichments, accountId }: ListOptions,
  ): Promise<TransactionPage> {
    const { offset, limit, after } = range;
    const sql = pageSql({ ofAccount: accountId !== undefined, isAfter: after !== undefined });
    const rows = await tx.query<TransactionEntity>(byValues(sql), [
      tx.customerApp.id,
      loginIdentityId,
      after ? 0 : offset,
      limit,
      ...(after ? [after.createdAt, after.id] : []),
      ...(accountId === undefined ? [] : [accountId]),
    ]);
    const total = accounts.reduce((sum, { row }) => sum + row.transaction_count, 0);
    const last = rows.at(-1);
    const isLast = rows.length < limit || (!after && offset + rows.length >= total);
    const next =
      last && !isLast
        ? { next_cursor: encodeCursor({ createdAt: last.occurred_at, id: last.transaction_id }) }
        : {};
    const transactions = rows.map((row) => transactionView(row, enrichments));
    return { transactions, total_transactions: total, ...next };
  }
}
