import { byValues, byKey, uniqueViolation, type AppTx } from '@towpath/persistence';
import type {
  BankProduct,
  RetrievedTransaction,
} from '../../banks/institution-connections/retrieved-rows.js';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import type { DerivedIds } from './derived-ids.js';

/** The login identity of a batch, and the run that retrieved it. */
export interface RetrievedFor extends LoginKey {
  readonly product: BankProduct;
  /**
   * One per job and refresh session, the same when the job resumes. At the end of a complete
   * `ONLINE_TRANSACTIONS`, pending rows that this run did not see are removed.
   */
  readonly retrievalId: string;
  /** No rows of the product are stored, as far as is known; storing them then needs less work. */
  readonly isFirst: boolean;
}

type Value = (row: RetrievedTransaction) => string | boolean | null;

/** Columns of the bank's that a later retrieval may change, with their types and values. */
const CHANGING: readonly (readonly [name: string, type: string, value: Value])[] = [
  ['is_pending', 'boolean', ({ isPending }) => isPending],
  ['posted_date', 'date', ({ postedDate = null }) => postedDate],
  ['amount', 'numeric', ({ amount }) => amount.value],
  ['currency', 'text', ({ amount }) => amount.currency],
  ['running_balance', 'numeric', ({ runningBalance }) => runningBalance?.value ?? null],
  ['raw', 'text', ({ amount }) => amount.raw ?? null],
  ['description', 'text', ({ description }) => description],
  ['location', 'text', ({ location = null }) => location],
  ['reference', 'text', ({ reference = null }) => reference],
];
const NAMES = CHANGING.map(([name]) => name);
const named = (of: string) => NAMES.map((name) => `${of}.${name}`).join(', ');
const arrays = CHANGING.map(([, type], index) => `$${index + 8}::${type}[]`);

/** $1 customer app, $2 login identity, $3 now, $4 run, $5… one array per column. */
const ROWS = `
    INSERT INTO transactions AS t (customer_app_id, login_identity_id, transaction_id, account_id,
      occurred_at, ${NAMES.join(', ')}, retrieval_id, created_at, updated_at)
    SELECT $1, $2, g.id, g.account_id, g.occurred_at, ${named('g')}, $4, $3::timestamptz,
      $3::timestamptz
    FROM unnest($5::text[], $6::text[], $7::timestamptz[], ${arrays.join(', ')})
      AS g (id, account_id, occurred_at, ${NAMES.join(', ')})`;

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
      ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')},
      retrieval_id = excluded.retrieval_id,
      updated_at = CASE WHEN (t.is_pending, t.amount, t.description)
        IS DISTINCT FROM (excluded.is_pending, excluded.amount, excluded.description)
        THEN excluded.updated_at ELSE t.updated_at END
    WHERE t.is_pending OR excluded.is_pending
      OR (${named('t')}) IS DISTINCT FROM (${named('excluded')})
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
    rows.map(({ transactionTime }) => transactionTime.toISOString()),
    ...CHANGING.map(([, , value]) => rows.map(value)),
  ]);
}

/** Removes pending transactions that the bank no longer shows. */
export async function withdrawPending(tx: AppTx, whose: RetrievedFor): Promise<void> {
  await tx.query(WITHDRAW, [whose.customerAppId, whose.loginIdentityId, whose.retrievalId]);
}
