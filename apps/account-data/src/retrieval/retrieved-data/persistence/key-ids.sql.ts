/** $1 customer app, $2 login identity, $3 account. */
const OF_ACCOUNT = 'customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3';

export const UNKEYED_ACCOUNT = `SELECT group_id, parent_id, sealed FROM accounts
  WHERE ${OF_ACCOUNT} AND NOT has_keyed_ids FOR UPDATE`;

/** A table whose rows have an ID of their own, and its column. */
interface WithId {
  readonly table: string;
  readonly id: string;
}

export const WITH_IDS: readonly WithId[] = [
  { table: 'transactions', id: 'transaction_id' },
  { table: 'statements', id: 'statement_id' },
];

/** $4 the most. */
export const someIds = ({ table, id }: WithId) =>
  `SELECT ${id} AS id FROM ${table} WHERE ${OF_ACCOUNT} LIMIT $4`;

/** $4 the account's new ID, $5 IDs, $6 new IDs. A row that was retrieved again since wins. */
export const moveIds = ({ table, id }: WithId) =>
  `UPDATE ${table} AS t SET ${id} = m.keyed, account_id = $4
   FROM unnest($5::text[], $6::text[]) AS m (unkeyed, keyed)
   WHERE t.customer_app_id = $1 AND t.login_identity_id = $2 AND t.account_id = $3
     AND t.${id} = m.unkeyed
     AND NOT EXISTS (SELECT 1 FROM ${table} AS other WHERE other.customer_app_id = $1
       AND other.login_identity_id = $2 AND other.${id} = m.keyed)`;

/** $4 IDs. */
export const dropIds = ({ table, id }: WithId) =>
  `DELETE FROM ${table} WHERE ${OF_ACCOUNT} AND ${id} = ANY ($4)`;

/** $4 the account's new ID. */
export const MOVE_BALANCES = `
  UPDATE account_balances AS b SET account_id = $4
  WHERE ${OF_ACCOUNT} AND NOT EXISTS (SELECT 1 FROM account_balances AS other
    WHERE other.customer_app_id = $1 AND other.login_identity_id = $2
      AND other.account_id = $4 AND other.date = b.date)`;
export const DROP_BALANCES = `DELETE FROM account_balances WHERE ${OF_ACCOUNT}`;

/** $4 the account's new ID, $5 its group, $6 its parent. */
export const MOVE_ACCOUNT = `
  UPDATE accounts SET account_id = $4, group_id = $5, parent_id = $6, has_keyed_ids = true
  WHERE ${OF_ACCOUNT} AND NOT EXISTS (SELECT 1 FROM accounts AS other
    WHERE other.customer_app_id = $1 AND other.login_identity_id = $2 AND other.account_id = $4)`;
export const DROP_ACCOUNT = `DELETE FROM accounts WHERE ${OF_ACCOUNT}`;
/** $3 the account's new ID. */
export const COUNT_TRANSACTIONS = `
  UPDATE accounts SET transaction_count = (SELECT count(*) FROM transactions WHERE ${OF_ACCOUNT})
  WHERE ${OF_ACCOUNT}`;
