import { createPool } from '@towpath/persistence';
import type { Stage } from '../run/stage.js';

type Pool = ReturnType<typeof createPool>;

/** A page in the middle of a million by its offset, on a busy machine. */
const DEEP_MS = 120_000;

/** One session of the role of a service, inside the tenant of an app. */
export async function asService(
  { system }: Stage,
  { service, app }: { readonly service: string; readonly app: string },
): Promise<Pool> {
  const url = system.layout.databases[service]?.app;
  if (!url) throw new Error(`the system has no database of ${service}`);
  const limits = { size: 1, statementTimeoutMs: DEEP_MS };
  const pool = createPool({ url, name: 'bench', limits });
  await pool.query(`SELECT set_config('app.customer_app_id', $1, false)`, [app]);
  return pool;
}

/** A million rows with their indexes, on a busy machine. */
const FILL_MS = 900_000;

/** Rows to copy. */
export interface Copies {
  /** Also the name of its database. */
  readonly service: string;
  readonly table: string;
  /** SQL of what differs between the copies of a row `m`, by column; `n` counts them. */
  readonly own: Readonly<Record<string, string>>;
  readonly app: string;
  /** How many there are in the end. */
  readonly rows: number;
}

/**
 * Copies an app's only row of a table until there are so many: asking for them one by one would
 * take hours. Statistics and visibility are then as autovacuum leaves them.
 */
export async function fillUp(
  { system }: Stage,
  { service, table, own, app, rows }: Copies,
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = `/${service.replaceAll('-', '_')}`;
  const pool = createPool({
    url: url.href,
    name: 'bench',
    limits: { size: 1, statementTimeoutMs: FILL_MS },
  });
  try {
    const columns = await pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    const names = columns.rows.map(({ name }) => name);
    const values = names.map((name) => own[name] ?? `m."${name}"`);
    await pool.query(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM ${table} m, generate_series(1, $2::int - 1) n
       WHERE m.customer_app_id = $1`,
      [app, rows],
    );
    await pool.query(`VACUUM ANALYZE ${table}`);
  } finally {
    await pool.end();
  }
}
