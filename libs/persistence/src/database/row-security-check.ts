import type { Pool } from 'pg';

/** The database would not separate tenants; the service must not start. */
export class RowSecurityBypassed extends Error {
  override readonly name = 'RowSecurityBypassed';
}

/** Throws when the pool's role could see rows of every tenant. Run it at boot for both roles. */
export async function assertNoRlsBypass(pool: Pool): Promise<void> {
  const role = await pool.query<{ name: string; super: boolean; bypass: boolean }>(
    `SELECT rolname AS name, rolsuper AS super, rolbypassrls AS bypass
     FROM pg_roles WHERE rolname = current_user`,
  );
  const { name = 'unknown', super: isSuper = true, bypass = true } = role.rows[0] ?? {};
  if (isSuper || bypass) {
    throw new RowSecurityBypassed(
      `database role "${name}" bypasses row-level security: use the role of this service`,
    );
  }
  const tables = await pool.query<{ name: string; owned: boolean; open: boolean }>(
    `SELECT relname AS name, pg_has_role(current_user, relowner, 'MEMBER') AS owned,
            NOT (relrowsecurity AND relforcerowsecurity) AS open
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND relname <> 'migrations' ORDER BY 1`,
  );
  const owned = tables.rows.filter((table) => table.owned);
  if (owned.length > 0) {
    throw new RowSecurityBypassed(`database role "${name}" owns tables: ${names(owned)}`);
  }
  const open = tables.rows.filter((table) => table.open);
  if (open.length > 0) {
    throw new RowSecurityBypassed(`row-level security is not forced on: ${names(open)}`);
  }
}

/** The schema lacks migrations that this version of the service needs. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
}

/** Throws when a migration has not been applied. More than the given ones are fine: a newer
 * release may have migrated already while this one still runs. */
export async function assertMigrated(pool: Pool, expected: readonly string[]): Promise<void> {
  const table = await pool.query(`SELECT to_regclass('public.migrations') IS NOT NULL AS there`);
  const there = (table.rows[0] as { there: boolean } | undefined)?.there ?? false;
  const applied = there ? await pool.query<{ name: string }>('SELECT name FROM migrations') : null;
  const known = new Set(applied?.rows.map(({ name }) => name));
  const missing = expected.filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new SchemaBehind(`the database lacks migrations, run migrate first: ${missing.join()}`);
  }
}

function names(tables: readonly { readonly name: string }[]): string {
  return tables.map(({ name }) => name).join(', ');
}
