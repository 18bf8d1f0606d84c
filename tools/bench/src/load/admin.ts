import type { System } from '@towpath/local-system';
import { createPool } from '@towpath/persistence';

export type Sql = <T extends object>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/** Ten million rows with their indexes, on a busy machine. */
const STATEMENT_MS = 3_600_000;

/** The database of a service as its administrator has it. */
export async function asAdmin<T>(
  system: System,
  service: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const url = new URL(system.adminUrl);
  url.pathname = `/${service.replaceAll('-', '_')}`;
  const limits = { size: 1, statementTimeoutMs: STATEMENT_MS };
  const pool = createPool({ url: url.href, name: 'bench', limits });
  try {
    return await work(async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await pool.query<R>(text, [...values]);
      return rows;
    });
  } finally {
    await pool.end();
  }
}
