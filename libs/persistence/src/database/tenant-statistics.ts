import type { QueryRunner } from 'typeorm';
import { quoteName } from './service-names.js';

/** A customer app is taken to own one row in this many, whatever a table holds at the moment. */
const CUSTOMER_APPS = 20;

/**
 * States to the planner that each customer app has many rows. Most indexes of a tenant table begin
 * with `customer_app_id`. Without statistics, or with old ones, the planner assumes that an app has
 * one row. Any of these indexes then looks as good as the one with the whole key. Connections keep
 * that plan, and each look-up reads all rows of the app.
 *
 * The number is permanent: `ANALYZE` skips the column. Run this function as the owner after the
 * migrations. It does not change a column whose `STATISTICS` an operator has set.
 */
export async function assumeBusyTenants(runner: QueryRunner): Promise<void> {
  const tables = (await runner.query(TENANT_TABLES)) as { name: string; analysed: boolean }[];
  for (const { name, analysed } of tables) {
    if (analysed) {
      await runner.query(
        `ALTER TABLE ${quoteName(name)} ALTER COLUMN customer_app_id SET STATISTICS 0`,
      );
      await runner.query(CLEAR, [name]);
    }
    await runner.query(STATE, [name, CUSTOMER_APPS]);
  }
}

/** Those that lack the number. */
const TENANT_TABLES = `SELECT c.relname AS name, a.attstattarget IS NULL AS analysed
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    AND a.attname = 'customer_app_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND (a.attstattarget IS NULL OR a.attstattarget = 0 AND NOT EXISTS (
      SELECT FROM pg_stats s WHERE s.schemaname = 'public' AND s.tablename = c.relname
        AND s.attname = a.attname))
  ORDER BY 1`;

const CLEAR = `SELECT pg_clear_attribute_stats('public', $1, 'customer_app_id', false)`;

// The width is that of a ULID with its length.
const STATE = `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text,
  'attname', 'customer_app_id', 'inherited', false,
  'null_frac', 0::real, 'avg_width', 27, 'n_distinct', $2::real)`;
