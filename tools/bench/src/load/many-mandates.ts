import { createPool } from '@towpath/persistence';
import type { Stage } from '../run/stage.js';

type Pool = ReturnType<typeof createPool>;

/** A page in the middle of a million by its offset, on a busy machine. */
const DEEP_MS = 120_000;

/** One session of the service's own role, inside the tenant of an app. */
export async function asService({ system }: Stage, app: string): Promise<Pool> {
  const url = system.layout.databases['mandate']?.app;
  if (!url) throw new Error('the system has no database of mandate');
  const limits = { size: 1, statementTimeoutMs: DEEP_MS };
  const pool = createPool({ url, name: 'bench', limits });
  await pool.query(`SELECT set_config('app.customer_app_id', $1, false)`, [app]);
  return pool;
}

/** A million rows with their indexes, on a busy machine. */
const FILL_MS = 900_000;

/** What differs between the copies of a mandate; `n` counts them. Two of ten are closed. */
const OWN: Readonly<Record<string, string>> = {
  mandate_id: `'01JQ' || lpad(n::text, 22, '0')`,
  payment_method_id: `'01JR' || lpad(n::text, 22, '0')`,
  status: `CASE WHEN n % 10 < 8 THEN 'SUCCEEDED' ELSE 'CLOSED' END`,
  created_at: `m.created_at - n * interval '1 second'`,
  updated_at: `m.updated_at - n * interval '1 second'`,
};

/**
 * Copies an app's only mandate until there are so many: asking for them one by one would take hours.
 * Statistics and visibility are then as autovacuum leaves them.
 */
export async function fillUp(
  { system }: Stage,
  { app, rows }: { readonly app: string; readonly rows: number },
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = '/mandate';
  const pool = createPool({
    url: url.href,
    name: 'bench',
    limits: { size: 1, statementTimeoutMs: FILL_MS },
  });
  try {
    const columns = await pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = 'mandates' ORDER BY ordinal_position`,
    );
    const names = columns.rows.map(({ name }) => name);
    const values = names.map((name) => OWN[name] ?? `m."${name}"`);
    await pool.query(
      `INSERT INTO mandates (${names.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM mandates m, generate_series(1, $2::int - 1) n
       WHERE m.customer_app_id = $1`,
      [app, rows],
    );
    await pool.query('VACUUM ANALYZE mandates');
  } finally {
    await pool.end();
  }
}
