import type { QueryRunner } from 'typeorm';
import { quoteName } from '../database/service-names.js';

export interface TenantTable {
  readonly table: string;
  /** What the worker role may do over all tenants: relays, schedulers, retention. */
  readonly worker: 'read' | 'write' | 'none';
  /** What the app role may do inside its tenant. Default `write`. */
  readonly app?: 'read' | 'write' | 'none';
  /** Rows are never changed nor deleted: refused to every role, the owner included. */
  readonly appendOnly?: boolean;
}

/**
 * Puts a table with a `customer_app_id` column under row-level security. Call it in the migration
 * that creates the table, before the transaction ends. The app role sees the rows of the tenant
 * set in the transaction and none without a tenant; the worker role has a policy of its own.
 */
export async function tenantTable(runner: QueryRunner, definition: TenantTable): Promise<void> {
  const { worker, app = 'write', appendOnly = false } = definition;
  const table = quoteName(definition.table);
  const roles = await rolesOf(runner);
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`REVOKE ALL ON ${table} FROM ${roles.app}, ${roles.worker}`);

  const ownRows = `customer_app_id = current_setting('app.customer_app_id', true)`;
  await allow(runner, {
    table: definition.table,
    role: roles.app,
    policy: `${definition.table}_app`,
    access: app,
    appendOnly,
    rows: ownRows,
  });
  await allow(runner, {
    table: definition.table,
    role: roles.worker,
    policy: `${definition.table}_worker`,
    access: worker,
    appendOnly,
    rows: 'true',
  });
  if (appendOnly) await refuseChanges(runner, definition.table);
}

/**
 * Lets the owner see and change the rows of a table for the length of `work`. `FORCE ROW LEVEL
 * SECURITY` holds for the owner too, so a migration that moves data would silently find no rows.
 */
export async function asOwner(
  runner: QueryRunner,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) {
    await runner.query(`ALTER TABLE ${quoteName(table)} NO FORCE ROW LEVEL SECURITY`);
  }
  await work();
  for (const table of tables) {
    await runner.query(`ALTER TABLE ${quoteName(table)} FORCE ROW LEVEL SECURITY`);
  }
}

/** Quoted names of the service's roles, derived from the owner that runs the migration. */
export async function rolesOf(
  runner: QueryRunner,
): Promise<{ owner: string; app: string; worker: string }> {
  const [row] = (await runner.query('SELECT current_user AS name')) as { name: string }[];
  const prefix = /^(.+)_owner$/.exec(row?.name ?? '')?.[1];
  if (!prefix) {
    throw new Error(`migrations run as the role <service>_owner, not as ${row?.name ?? 'nobody'}`);
  }
  return {
    owner: quoteName(`${prefix}_owner`),
    app: quoteName(`${prefix}_app`),
    worker: quoteName(`${prefix}_worker`),
  };
}

interface Allowance {
  readonly table: string;
  readonly role: string;
  readonly policy: string;
  readonly access: 'read' | 'write' | 'none';
  readonly appendOnly: boolean;
  readonly rows: string;
}

async function allow(runner: QueryRunner, allowance: Allowance): Promise<void> {
  const { role, policy, access, appendOnly, rows } = allowance;
  if (access === 'none') return;
  const table = quoteName(allowance.table);
  const full = appendOnly ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  await runner.query(`GRANT ${access === 'read' ? 'SELECT' : full} ON ${table} TO ${role}`);
  const scope = access === 'read' ? 'FOR SELECT' : 'FOR ALL';
  const check = access === 'read' ? '' : ` WITH CHECK (${rows})`;
  await runner.query(
    `CREATE POLICY ${quoteName(policy)} ON ${table} ${scope} TO ${role} USING (${rows})${check}`,
  );
}

async function refuseChanges(runner: QueryRunner, name: string): Promise<void> {
  const table = quoteName(name);
  await runner.query(`
    CREATE TRIGGER ${quoteName(`${name}_append_only`)} BEFORE UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
  await runner.query(`
    CREATE TRIGGER ${quoteName(`${name}_no_truncate`)} BEFORE TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}
