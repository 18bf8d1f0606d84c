import type { System } from '@towpath/local-system';
import { asAdmin, type Sql } from '../load/admin.js';

/** How many payments a payer comes back for. */
const PAYMENTS_OF_A_PAYER = 10;

/** A new ID for each copy `n`; the payments of a payer belong to one app. */
const id = (prefix: string, number = 'n'): string =>
  `'${prefix}' || lpad((${number})::text, 22, '0')`;

/**
 * Of the copies, by column; two of ten payments have failed and one of a thousand is in USD, as far
 * as lists can see.
 */
const OWN: Readonly<Record<string, (apps: number) => string>> = {
  payment_id: () => id('01GP'),
  payment_link_id: () => id('01GK'),
  attempt_id: () => id('01GA'),
  open_attempt_id: () => id('01GA'),
  payment_method_id: () => id('01GM'),
  user_id: (apps) => id('01GV', payerOf(apps)),
  ledger_transfer_id: () => id('01GT'),
  unique_reference_id: () => `'order ' || n`,
  external_transaction_reference: () => `'INV-' || n`,
  external_user_id: (apps) => `'customer ' || ${payerOf(apps)}`,
  written_by: () => 'current_transaction()',
  last_four: () => `lpad((n::bigint * 7919 % 10000)::text, 4, '0')`,
  processor_reference: () => `'PR-' || n`,
  'payments.amount': () => 'm.amount + n % 997',
  'payments.currency': () => `CASE WHEN n % 1000 = 500 THEN 'USD' ELSE m.currency END`,
  'payments.status': () => `CASE WHEN n / 10 % 10 < 8 THEN m.status ELSE 'FAILED' END`,
};

const payerOf = (apps: number): string =>
  `n / ${apps * PAYMENTS_OF_A_PAYER} * ${apps} + n % ${apps}`;

/** The rows of a card payment in the order of their foreign keys, by the column that finds them. */
const TABLES = [
  ['payment_users', 'user_id'],
  ['payment_links', 'payment_link_id'],
  ['payment_link_state_changes', 'payment_link_id'],
  ['payment_attempts', 'attempt_id'],
  ['payment_attempt_state_changes', 'attempt_id'],
  ['payment_methods', 'payment_method_id'],
  ['payment_method_state_changes', 'payment_method_id'],
  ['payments', 'payment_id'],
  ['payment_state_changes', 'payment_id'],
  ['ledger_transfers', 'payment_id'],
] as const;

type Pattern = Readonly<Record<string, string | null>>;

/** Payments as years leave them: copies, by SQL, of one card payment of each customer app. */
export class History {
  private made = 0;

  private constructor(
    private readonly system: System,
    private readonly patterns: readonly Pattern[],
  ) {}

  static async of(system: System, apps: readonly string[]): Promise<History> {
    const patterns = await asAdmin(system, 'payment-link', (sql) => sql<Pattern>(PATTERNS, [apps]));
    if (patterns.length !== apps.length) throw new Error('an app has no payment, or several');
    return new History(system, patterns);
  }

  /** Adds payments, evenly among the apps, that end where the patterns are. */
  async add({ rows, days }: { readonly rows: number; readonly days: number }): Promise<void> {
    const [first, last] = [this.made + 1, this.made + rows];
    this.made = last;
    await asAdmin(this.system, 'payment-link', async (sql) => {
      // What is copied was checked when it was written: foreign keys would cost more than the rows.
      await sql('SET session_replication_role = replica');
      await sql('SET synchronous_commit = off');
      await sql(`SET maintenance_work_mem = '1GB'`);
      for (const [table, column] of TABLES) {
        const ids = this.patterns.map((pattern) => pattern[column] ?? '');
        await copyRows(sql, { table, column, ids, first, last, days });
      }
      await sql(CHECKPOINTS);
      await sql('VACUUM ANALYZE');
    });
  }

  /** Of the database, in GiB. */
  async sizeGib(): Promise<number> {
    const [size] = await asAdmin(this.system, 'payment-link', (sql) =>
      sql<{ gib: number }>('SELECT pg_database_size(current_database())::float8 / 2 ^ 30 AS gib'),
    );
    return size?.gib ?? 0;
  }
}

interface Copies {
  readonly table: string;
  readonly column: string;
  /** Of the rows that are copied, one for each app. */
  readonly ids: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly days: number;
}

/** In the order of their numbers, as payments come. Indexes are made anew, as `REINDEX` does. */
async function copyRows(sql: Sql, copies: Copies): Promise<void> {
  const { table, column, ids, first, last, days } = copies;
  const columns = await sql<{ name: string; type: string }>(COLUMNS, [table]);
  const seconds = (days * 86_400) / (last - first + 1);
  const values = columns.map(({ name, type }) => {
    const own = (OWN[`${table}.${name}`] ?? OWN[name])?.(ids.length);
    if (own !== undefined) return `CASE WHEN m."${name}" IS NOT NULL THEN ${own} END`;
    if (type !== 'timestamp with time zone') return `m."${name}"`;
    return `m."${name}" - ${seconds} * (${last} - n) * interval '1 second'`;
  });
  // From a table of its own: the large one has no index meanwhile.
  await sql(`CREATE TEMP TABLE patterns AS SELECT * FROM ${table}
    WHERE ${column} IN (${ids.map((each) => `'${each}'`).join(', ')})
      ${table === 'ledger_transfers' ? `AND kind = 'PAYMENT'` : ''}`);
  await sql(
    `CREATE TEMP TABLE numbered AS SELECT *, row_number() OVER (ORDER BY ${column}) - 1 AS app
     FROM (SELECT DISTINCT ${column} FROM patterns) AS one_of_each`,
  );
  await sql(WITHOUT_INDEXES, [table]);
  await sql(
    `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
     SELECT ${values.join(', ')} FROM generate_series(${first}, ${last}) n,
       LATERAL (SELECT patterns.* FROM patterns JOIN numbered USING (${column})
         WHERE app = n % ${ids.length} OFFSET 0) m
     ${table === 'payment_users' ? `WHERE n / ${ids.length} % ${PAYMENTS_OF_A_PAYER} = 0` : ''}`,
  );
  await sql(`REINDEX TABLE ${table}`);
  await sql('DROP TABLE patterns, numbered');
}

const PATTERNS = `
  SELECT payment_id, payment_link_id, attempt_id, payment_method_id, user_id
  FROM payments WHERE customer_app_id = ANY ($1)`;

/** Without those whose values the database gives out. */
const COLUMNS = `
  SELECT column_name AS name, data_type AS type FROM information_schema.columns
  WHERE table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY ordinal_position`;

/** `REINDEX` makes them ready and valid again. */
const WITHOUT_INDEXES = `
  UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = $1::regclass`;

/** As the job of the ledger writes them. */
const CHECKPOINTS = `
  INSERT INTO ledger_checkpoints
    (customer_app_id, ledger_account, currency, covers_before, balance, created_at)
  SELECT customer_app_id, ledger_account, currency,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint, sum(amount), now()
  FROM (
    SELECT customer_app_id, credit_account AS ledger_account, currency, amount
    FROM ledger_transfers
    UNION ALL
    SELECT customer_app_id, debit_account, currency, -amount FROM ledger_transfers) AS entries
  GROUP BY 1, 2, 3`;

/** Transactions of linked accounts of others; a hundred thousand belong to a login. */
export function addTransactions(system: System, app: string, count: number): Promise<void> {
  return asAdmin(system, 'account-data', async (sql) => {
    await sql(TRANSACTIONS, [app, count]);
    await sql('VACUUM ANALYZE');
  });
}

const TRANSACTIONS = `
  INSERT INTO transactions (customer_app_id, login_identity_id, transaction_id, account_id,
    is_pending, posted_date, occurred_at, amount, currency, running_balance, raw, description,
    location, reference, retrieval_id, created_at, updated_at)
  SELECT $1, '01JY' || lpad((n / 100000)::text, 22, '0'), '01JQ' || lpad(n::text, 22, '0'),
    '01JZ0000000000000000000000', false, current_date, now() - n * interval '1 minute',
    -12.5, 'HKD', 1000, '12.50', 'CARD PURCHASE ' || n, 'Hong Kong', 'REF' || n, 'bench', now(), now()
  FROM generate_series(1, $2::int) n`;
