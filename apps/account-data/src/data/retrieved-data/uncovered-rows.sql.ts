import type { Product } from '../../identities/login-identities/products.js';

/** Rows that go when none of the products is covered. */
interface ErasedRows {
  readonly unless: readonly Product[];
  /** $1 customer app, $2 login identity, $3 most rows; returns one row for each that it changed. */
  readonly sql: string;
}

const TRANSACTIONS = ['online_transactions', 'historical_transactions'] as const;
/** Every product of a bank but the identity has rows that name its accounts. */
const OF_ACCOUNTS: readonly Product[] = [
  'accounts',
  ...TRANSACTIONS,
  'statements',
  'account_numbers',
  'balance_history',
  'income_estimation',
  'card_details',
];

const some = (table: string, condition = 'true') => `ctid = ANY (ARRAY(
  SELECT ctid FROM ${table}
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND ${condition} LIMIT $3))`;
const deleteFrom = (table: string) =>
  `DELETE FROM ${table} WHERE ${some(table)} RETURNING 1 AS erased`;

/** In this order: accounts last. */
export const UNCOVERED_ROWS: readonly ErasedRows[] = [
  {
    unless: TRANSACTIONS,
    sql: `WITH erased AS (
        DELETE FROM transactions WHERE ${some('transactions')} RETURNING account_id),
      gone AS (SELECT account_id, count(*)::int AS gone FROM erased GROUP BY account_id),
      counted AS (
        UPDATE accounts a SET transaction_count = a.transaction_count - gone.gone FROM gone
        WHERE a.customer_app_id = $1 AND a.login_identity_id = $2
          AND a.account_id = gone.account_id)
      SELECT 1 AS erased FROM erased`,
  },
  { unless: ['balance_history'], sql: deleteFrom('account_balances') },
  { unless: ['statements'], sql: deleteFrom('statements') },
  { unless: ['statements'], sql: deleteFrom('composite_statements') },
  { unless: ['identity'], sql: deleteFrom('identities') },
  {
    unless: ['account_numbers'],
    sql: `UPDATE accounts SET payment_number = NULL
      WHERE ${some('accounts', 'payment_number IS NOT NULL')} RETURNING 1 AS erased`,
  },
  {
    unless: ['card_details'],
    sql: `UPDATE accounts SET card = NULL, card_updated_at = NULL
      WHERE ${some('accounts', 'card IS NOT NULL')} RETURNING 1 AS erased`,
  },
  { unless: OF_ACCOUNTS, sql: deleteFrom('accounts') },
];
