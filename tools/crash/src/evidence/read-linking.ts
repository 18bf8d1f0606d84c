import type { Databases } from './databases.js';
import type { StateChangeRow } from './evidence.js';
import type { LinkingBooks } from './linking-evidence.js';

const SERVICE = 'account-data';
const MINOR = (amount: string) => `coalesce(round(${amount} * 100), 0)::bigint`;

/** Tables that a login leaves nothing in, each with what still counts. */
const REMAINS: Readonly<Record<string, string>> = {
  login_credentials: 'credentials_sealed IS NOT NULL OR bank_session_sealed IS NOT NULL',
  link_jobs: 'true',
  accounts: 'true',
  transactions: 'true',
  account_balances: 'true',
  statements: 'true',
  composite_statements: 'true',
  identities: 'true',
};

/** The rows of account-data, as they are. */
export async function readLinkingBooks(databases: Databases): Promise<LinkingBooks> {
  const rows = <T extends object>(sql: string) => databases.rows<T>(SERVICE, { sql });
  return {
    logins: await rows(`SELECT customer_app_id, login_identity_id, status, sequence, session_id,
      session_status, products FROM login_identities`),
    accounts: await rows(`SELECT a.customer_app_id, a.login_identity_id, a.account_id,
      ${MINOR(`(a.balances->'balance'->>'value')::numeric`)} AS balance,
      ${MINOR(`(a.balances->'ledger'->>'value')::numeric`)} AS ledger_balance,
      a.transaction_count, count(t.transaction_id)::int AS transactions, ${MINOR('sum(t.amount)')} AS sum,
      ${MINOR('sum(t.amount) FILTER (WHERE NOT t.is_pending)')} AS posted_sum
      FROM accounts a LEFT JOIN transactions t USING (customer_app_id, login_identity_id, account_id)
      GROUP BY a.customer_app_id, a.login_identity_id, a.account_id`),
    remains: await rows(remainsSql()),
  };
}

function remainsSql(): string {
  const tables = Object.entries(REMAINS).map(
    ([table, counts]) =>
      `SELECT customer_app_id, login_identity_id, '${table}' AS table, count(*)::int AS rows
       FROM ${table} WHERE ${counts} GROUP BY 1, 2`,
  );
  // The subject of a key names its login identity.
  const keys = `SELECT customer_app_id, i.login_identity_id, 'personal_data_keys' AS table,
      count(*)::int AS rows
    FROM personal_data_keys k JOIN login_identities i USING (customer_app_id)
    WHERE k.wrapped_key IS NOT NULL AND position(i.login_identity_id IN k.subject_id) > 0
    GROUP BY 1, 2`;
  return [...tables, keys].join(' UNION ALL ');
}

export function readLinkingChanges(databases: Databases): Promise<StateChangeRow[]> {
  return databases.rows(SERVICE, {
    sql: `SELECT 'login-identity' AS history, customer_app_id, login_identity_id AS id, sequence,
            from_status, to_status
          FROM login_identity_state_changes WHERE machine = 'login-identity'`,
  });
}
