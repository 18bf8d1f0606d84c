import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { byValues, byKey, uniqueViolation, type AppTx } from '@towpath/persistence';
import type {
  BankProduct,
  RetrievedTransaction,
} from '../../banks/institution-connections/retrieved-rows.js';
import type { DerivedIds } from './derived-ids.js';

/** The login identity of a batch, and the run that retrieved it. */
export interface RetrievedFor {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly product: BankProduct;
  /**
   * One per job and refresh session, the same when the job resumes. At the end of a complete
   * `ONLINE_TRANSACTIONS`, pending rows that this run did not see are removed.
   */
  readonly retrievalId: string;
  /** No rows of the product are stored, as far as is known; storing them then needs less work. */
  readonly isFirst: boolean;
}

/** $1 customer app, $2 login identity, $3 now, $4 run, $5… one array per column. */
const ROWS = `
    INSERT INTO transactions AS t (customer_app_id, login_identity_id, transaction_id, account_id,
      is_pending, posted_date, occurred_at, amount, currency, running_balance, raw, description,
      location, reference, retrieval_id, created_at, updated_at)
    SELECT $1, $2, g.id, g.account_id, g.is_pending, g.posted_date, g.occurred_at, g.amount,
      g.currency, g.running_balance, g.raw, g.description, g.location, g.reference, $4,
      $3::timestamptz, $3::timestamptz
    FROM unnest($5::text[], $6::text[], $7::boolean[], $8::date[], $9::timestamptz[],
      $10::numeric[], $11::text[], $12::numeric[], $13::text[], $14::text[], $15::text[],
      $16::text[]) AS g (id, account_id, is_pending, posted_date, occurred_at, amount, currency,
      running_balance, raw, description, location, reference)`;

/** Counts new rows, so that a list knows its total without a count. */
const COUNT = `
  UPDATE accounts a SET transaction_count = a.transaction_count + added.added FROM added
  WHERE a.customer_app_id = $1 AND a.login_identity_id = $2 AND a.account_id = added.account_id`;

/** Fails when one of them is there. Nothing looks for each: a batch takes an eighth less time. */
const INSERT = `
  WITH inserted AS (${ROWS}
    RETURNING account_id),
  added AS (
    SELECT account_id, count(*)::int AS added FROM inserted GROUP BY account_id)
  ${COUNT}`;

/**
 * `occurred_at` never changes, so that pages are stable. An unchanged posted row is not written,
 * because a daily refresh has hundreds of them.
 */
const UPSERT = `
  WITH upserted AS (${ROWS}
    ON CONFLICT (customer_app_id, login_identity_id, transaction_id) DO UPDATE SET
      is_pending = excluded.is_pending, posted_date = excluded.posted_date,
      amount = excluded.amount, currency = excluded.currency,
      running_balance = excluded.running_balance, raw = excluded.raw,
      description = excluded.description, location = excluded.location,
      reference = excluded.reference, retrieval_id = excluded.retrieval_id,
      updated_at = CASE WHEN (t.is_pending, t.amount, t.description)
        IS DISTINCT FROM (excluded.is_pending, excluded.amount, excluded.description)
        THEN excluded.updated_at ELSE t.updated_at END
    WHERE t.is_pending OR excluded.is_pending OR (t.posted_date, t.amount, t.currency,
        t.running_balance, t.raw, t.description, t.location, t.reference)
      IS DISTINCT FROM (excluded.posted_date, excluded.amount, excluded.currency,
        excluded.running_balance, excluded.raw, excluded.description, excluded.location,
        excluded.reference)
    RETURNING account_id, xmax = 0 AS is_new),
  added AS (
    SELECT account_id, count(*)::int AS added FROM upserted WHERE is_new GROUP BY account_id)
  ${COUNT}`;

/** $1 customer app, $2 login identity, $3 the run that saw everything that is pending. */
const WITHDRAW = byValues(`
  WITH withdrawn AS (
    DELETE FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2 AND is_pending AND retrieval_id <> $3
    RETURNING account_id),
  gone AS (SELECT account_id, count(*)::int AS gone FROM withdrawn GROUP BY account_id)
  UPDATE accounts a SET transaction_count = a.transaction_count - gone.gone FROM gone
  WHERE a.customer_app_id = $1 AND a.login_identity_id = $2 AND a.account_id = gone.account_id`);

/** True if some of the rows exist already: the transaction must start again. */
export function areThere(error: unknown): boolean {
  return uniqueViolation(error) === 'transactions_pkey';
}

interface RowsOfBank {
  readonly transactions: readonly RetrievedTransaction[];
  readonly areNew: boolean;
  readonly ids: DerivedIds;
}

/**
 * Adds rows, or changes those that are there; `areNew` fails with `areThere` instead. A row that a
 * batch names twice counts once.
 */
export async function storeTransactions(
  tx: AppTx,
  whose: RetrievedFor,
  rowsOfBank: RowsOfBank,
): Promise<void> {
  const { transactions, areNew, ids: derived } = rowsOfBank;
  if (transactions.length === 0) return;
  const { loginIdentityId } = whose;
  const byId = new Map(
    transactions.map((row) => [
      derived.of('transaction', loginIdentityId, [row.accountKey, row.transactionKey]),
      row,
    ]),
  );
  const accountIds = new Map(
    [...new Set(transactions.map(({ accountKey }) => accountKey))].map((accountKey) => [
      accountKey,
      derived.of('account', loginIdentityId, [accountKey]),
    ]),
  );
  // In the order of the primary key, whose pages are then visited once each.
  const ids = [...byId.keys()].toSorted();
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  await tx.query(byKey(areNew ? INSERT : UPSERT), [
    whose.customerAppId,
    loginIdentityId,
    tx.now,
    whose.retrievalId,
    ids,
    rows.map(({ accountKey }) => accountIds.get(accountKey)),
    rows.map(({ isPending }) => isPending),
    rows.map(({ postedDate = null }) => postedDate),
    rows.map(({ transactionTime }) => transactionTime.toISOString()),
    rows.map(({ amount }) => amount.value),
    rows.map(({ amount }) => amount.currency),
    rows.map(({ runningBalance }) => runningBalance?.value ?? null),
    rows.map(({ amount }) => amount.raw ?? null),
    rows.map(({ description }) => description),
    rows.map(({ location = null }) => location),
    rows.map(({ reference = null }) => reference),
  ]);
}

/** Removes pending transactions that the bank no longer shows. */
export async function withdrawPending(tx: AppTx, whose: RetrievedFor): Promise<void> {
  await tx.query(WITHDRAW, [whose.customerAppId, whose.loginIdentityId, whose.retrievalId]);
}
