import type { QueryRunner } from 'typeorm';
import { rolesOf } from '../base-tables/tenant-table.js';
import { quoteName } from '../database/service-names.js';

/** A table whose rows must stay for a time: money, its histories, consents. */
export interface KeptTable {
  readonly table: string;
  /** A `timestamptz` column that every row has. */
  readonly column: string;
  /** No role may delete rows younger than this, by real time. */
  readonly days: number;
  /** Whether the table was made append-only: its rows are never changed. */
  readonly appendOnly: boolean;
}

/**
 * True inside a `retentionFunction`, where the owner acts for a session of the worker's: only there
 * does it see rows of all apps. In a session of its own it sees none without a tenant.
 */
const IN_RETENTION = 'session_user <> current_user';

/**
 * From now on only a function of the owner (`retentionFunction`) deletes rows of the table, and
 * only after their period. A trigger refuses an early delete to every role, including the owner and
 * the administrator. Neither app nor worker may delete.
 */
export async function keepTable(runner: QueryRunner, kept: KeptTable): Promise<void> {
  const { column, days, appendOnly } = kept;
  const table = quoteName(kept.table);
  const { owner, app, worker } = await rolesOf(runner);
  await runner.query(REFUSE_EARLY_DELETE);
  await runner.query(`REVOKE DELETE ON ${table} FROM ${app}, ${worker}`);
  await runner.query(
    `CREATE POLICY ${quoteName(`${kept.table}_retention`)} ON ${table} FOR DELETE TO ${owner}
     USING (${IN_RETENTION} AND ${quoteName(column)} < now() - interval '${days} days')`,
  );
  await readInRetention(runner, kept.table);
  if (appendOnly) {
    await runner.query(`DROP TRIGGER ${quoteName(`${kept.table}_append_only`)} ON ${table}`);
  }
  await runner.query(
    `CREATE TRIGGER ${quoteName(`${kept.table}_kept`)}
     BEFORE ${appendOnly ? 'UPDATE OR DELETE' : 'DELETE'} ON ${table}
     FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('${column}', '${days}')`,
  );
}

/** Reverts `keepTable`, for a migration's `down`. */
export async function keepTableNoLonger(runner: QueryRunner, kept: KeptTable): Promise<void> {
  const table = quoteName(kept.table);
  const { app } = await rolesOf(runner);
  await runner.query(`DROP TRIGGER ${quoteName(`${kept.table}_kept`)} ON ${table}`);
  await runner.query(`DROP POLICY ${quoteName(`${kept.table}_retention`)} ON ${table}`);
  await readInRetentionNoLonger(runner, kept.table);
  if (!kept.appendOnly) {
    await runner.query(`GRANT DELETE ON ${table} TO ${app}`);
    return;
  }
  await runner.query(
    `CREATE TRIGGER ${quoteName(`${kept.table}_append_only`)} BEFORE UPDATE OR DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  );
}

/**
 * Lets a function of the owner's look at the rows of a table: row-level security is forced on the
 * owner too, who would silently find none. Outside of such a function the owner still finds none.
 */
export async function readInRetention(runner: QueryRunner, table: string): Promise<void> {
  const { owner } = await rolesOf(runner);
  await runner.query(
    `CREATE POLICY ${quoteName(`${table}_retention_read`)} ON ${quoteName(table)} FOR SELECT
     TO ${owner} USING (${IN_RETENTION})`,
  );
}

/** Reverts `readInRetention`, for a migration's `down`. */
export async function readInRetentionNoLonger(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`DROP POLICY ${quoteName(`${table}_retention_read`)} ON ${quoteName(table)}`);
}

/**
 * Lets a function of the owner's delete or empty rows that it may read (`readInRetention`,
 * `keepTable`), where no age protects them.
 */
export async function changeInRetention(
  runner: QueryRunner,
  { table, by }: { readonly table: string; readonly by: 'DELETE' | 'UPDATE' },
): Promise<void> {
  const { owner } = await rolesOf(runner);
  await runner.query(
    `CREATE POLICY ${changePolicy(table, by)} ON ${quoteName(table)} FOR ${by}
     TO ${owner} USING (${IN_RETENTION})`,
  );
}

/** Reverts `changeInRetention`, for a migration's `down`. */
export async function changeInRetentionNoLonger(
  runner: QueryRunner,
  { table, by }: { readonly table: string; readonly by: 'DELETE' | 'UPDATE' },
): Promise<void> {
  await runner.query(`DROP POLICY ${changePolicy(table, by)} ON ${quoteName(table)}`);
}

function changePolicy(table: string, by: 'DELETE' | 'UPDATE'): string {
  return quoteName(`${table}_retention_${by.toLowerCase()}`);
}

/**
 * Creates a function that runs as the owner and that only the worker may call. `body` is one SQL
 * statement: it deletes or empties at most `$1` rows with all dependent rows, and returns their
 * number.
 */
export async function retentionFunction(
  runner: QueryRunner,
  { name, body }: { readonly name: string; readonly body: string },
): Promise<void> {
  const { worker } = await rolesOf(runner);
  const signature = `${quoteName(name)}(integer)`;
  await runner.query(`CREATE FUNCTION ${signature} RETURNS bigint LANGUAGE sql SECURITY DEFINER
    SET search_path = public, pg_temp AS $retention$${body}$retention$`);
  await runner.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`);
  await runner.query(`GRANT EXECUTE ON FUNCTION ${signature} TO ${worker}`);
}

/** Its arguments: the column with the age, and the days. */
const REFUSE_EARLY_DELETE = `
  CREATE OR REPLACE FUNCTION refuse_early_delete() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND (to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz
         < now() - TG_ARGV[1]::integer * interval '1 day' THEN
       RETURN OLD;
     END IF;
     RAISE EXCEPTION 'rows of % are never changed nor deleted before % days', TG_TABLE_NAME, TG_ARGV[1]
       USING ERRCODE = 'integrity_constraint_violation';
   END $$`;
