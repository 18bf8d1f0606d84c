/** @proves promise-7 */
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import pg from 'pg';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

interface TenantTable {
  readonly name: string;
}

describe('row-level security', () => {
  let gateway: RunningGateway;
  let admin: pg.Client;
  let bare: pg.Client;
  let mine: CustomerAppId;
  let theirs: CustomerAppId;
  beforeAll(async () => {
    gateway = await startGateway();
    mine = (await gateway.createApp()).app.id;
    theirs = (await gateway.createApp()).app.id;
    admin = new pg.Client(gateway.database.adminUrl);
    bare = new pg.Client(gateway.database.urls.app);
    await Promise.all([admin.connect(), bare.connect()]);
  });
  afterAll(async () => {
    await Promise.all([admin.end(), bare.end()]);
    await gateway.stop();
  });

  const tenantTables = async () => {
    const { rows } = await admin.query<TenantTable>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'customer_app_id' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  const asTenant = <R extends object>(sql: string) =>
    gateway.app.get(Transactions).forApp(mine, (tx) => tx.query<R>(byValues(sql)));

  it('is forced on every table, for its owner too', async () => {
    const { rows } = await admin.query<TenantTable & { safe: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS safe FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND relname <> 'migrations'`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ safe }) => !safe)).toEqual([]);
  });

  it.each([['customer_apps'], ['customer_app_changes'], ['customer_app_views']])(
    'shows a tenant its own rows of %s, although nothing filters them',
    async (table) => {
      const all = await admin.query(`SELECT DISTINCT customer_app_id FROM ${table}`);
      expect(all.rows).toHaveLength(2);
      const rows = await asTenant<{ customer_app_id: string }>(
        `SELECT DISTINCT customer_app_id FROM ${table}`,
      );
      expect(rows).toEqual([{ customer_app_id: mine }]);
      const named = `SELECT 1 FROM ${table} WHERE customer_app_id = '${theirs}'`;
      expect(await asTenant(named)).toEqual([]);
    },
  );

  it.each([['client_secrets'], ['signing_keys']])(
    'keeps %s from every tenant: only the worker role reads it',
    async (table) => {
      await expect(asTenant(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    },
  );

  it('shows nothing at all without a tenant', async () => {
    const tables = await tenantTables();
    expect(tables).toContain('customer_apps');
    const seen = new Map<string, number>();
    for (const table of tables) {
      const answer = await bare.query(`SELECT * FROM ${table}`).catch((error: Error) => {
        expect(error.message).toContain('permission denied');
        return { rows: [] };
      });
      if (answer.rows.length > 0) seen.set(table, answer.rows.length);
    }
    expect(seen).toEqual(new Map());
  });

  it('lets no tenant write: customer apps change by the worker alone', async () => {
    for (const sql of [
      `UPDATE customer_apps SET app_type = 'LIVE'`,
      `DELETE FROM customer_apps`,
      `INSERT INTO customer_app_changes VALUES ('${mine}', 99, 'x', 'x', '{}', now())`,
    ]) {
      await expect(asTenant(sql)).rejects.toThrow('permission denied');
    }
  });

  it('cannot be switched off by the roles that the gateway runs with', async () => {
    await expect(
      bare.query('ALTER TABLE customer_apps DISABLE ROW LEVEL SECURITY'),
    ).rejects.toThrow('must be owner');
    const { rows } = await admin.query<{ rolname: string }>(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'gateway_%'
         AND (rolsuper OR rolbypassrls OR rolcreaterole)`,
    );
    expect(rows).toEqual([]);
  });
});
