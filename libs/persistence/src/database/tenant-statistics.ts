import type { QueryRunner } from 'typeorm';

/** A customer app is taken to own one row in this many, whatever a table holds at the moment. */
const CUSTOMER_APPS = 20;

/**
 * Tells the planner that one customer app has many rows. Every index of a tenant table begins with
 * `customer_app_id`; without statistics, or with those of a table whose apps had few rows each, the
 * planner takes the app alone to find one row. Then any of these indexes looks as good as the one
 * that has the whole key, connections keep that plan, and each look-up reads all rows of the app.
 *
 * The number holds for every `ANALYZE` to come; the statistics stand in until the first one. Run it
 * as the owner, after each migration; a column that has both is left alone.
 */
export async function assumeBusyTenants(runner: QueryRunner): Promise<void> {
  const tables = (await runner.query(TENANT_TABLES)) as { name: string; stated: boolean }[];
  for (const { name } of tables.filter(({ stated }) => !stated)) {
    await runner.query(
      `ALTER TABLE ${name} ALTER COLUMN customer_app_id SET (n_distinct = ${CUSTOMER_APPS})`,
    );
  }
  await runner.query(STAND_IN_STATISTICS, [CUSTOMER_APPS]);
}

const COLUMNS = `pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    AND a.attname = 'customer_app_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`;

const TENANT_TABLES = `SELECT c.oid::regclass::text AS name, a.attoptions IS NOT NULL AS stated
  FROM ${COLUMNS} ORDER BY 1`;

// The width is that of a ULID with its length.
const STAND_IN_STATISTICS = `SELECT pg_restore_attribute_stats(
    'schemaname', 'public', 'relname', c.relname::text, 'attname', 'customer_app_id',
    'inherited', false, 'null_frac', 0::real, 'avg_width', 27, 'n_distinct', $1::real)
  FROM ${COLUMNS} AND NOT EXISTS (SELECT FROM pg_stats s
    WHERE s.schemaname = 'public' AND s.tablename = c.relname AND s.attname = a.attname)`;
