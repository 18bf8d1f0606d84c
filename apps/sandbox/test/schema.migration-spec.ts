import { roleNameOf, runMigrations, schemaDrift } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';

import { sandboxMigrations } from '../src/migrations/index.js';
import { sandboxTables } from '../src/persistence/tables.js';

describe('sandbox schema', () => {
  let database: TestDatabase;
  let app: pg.Client;

  beforeEach(async () => {
    database = await testDatabase('sandbox', sandboxMigrations);
    app = new pg.Client({ connectionString: database.urls.app });
    await app.connect();
  });
  afterEach(async () => {
    await app.end();
    await database.drop();
  });

  it('the schema of the sandbox agrees with its tables', async () => {
    expect(await schemaDrift(database.urls.owner, sandboxTables)).toEqual([]);
  });

  it('a second run of the migrations changes nothing', async () => {
    expect(await runMigrations(database.urls.owner, sandboxMigrations)).toEqual([]);
  });

  it('the running sandbox may change rows, but not the schema', async () => {
    await expect(app.query('DROP TABLE callbacks')).rejects.toThrow('must be owner');
    await expect(app.query('CREATE TABLE more ()')).rejects.toThrow('permission denied');
    const { rows } = await app.query<{ user: string }>('SELECT current_user AS user');
    expect(rows[0]?.user).toBe(roleNameOf('sandbox', 'app'));
  });

  it('app_now gives each app its own time', async () => {
    await app.query(
      `INSERT INTO app_clocks (customer_app_id, offset_ms, frozen_at)
       VALUES ('moved', 3600000, NULL), ('frozen', 5, '2030-01-01T00:00:00Z')`,
    );
    const { rows } = await app.query<{ moved: number; frozen: Date; unknown: number }>(
      `SELECT extract(epoch FROM app_now('moved') - now()) AS moved, app_now('frozen') AS frozen,
         extract(epoch FROM app_now('nobody') - now()) AS unknown`,
    );
    expect(Number(rows[0]?.moved)).toBeCloseTo(3600, 1);
    expect(rows[0]?.frozen).toEqual(new Date('2030-01-01T00:00:00Z'));
    expect(Number(rows[0]?.unknown)).toBeCloseTo(0, 1);
  });

  const entry = (kind: string) =>
    app.query(
      `INSERT INTO ledger_entries (entry_id, gateway, customer_app_id, payment_id, reference,
         psp_reference, kind, debit_account, credit_account, amount, currency, booked_at)
       VALUES (gen_random_uuid()::text, 'GW1', 'a', 'p', 'r', 'x', $1, 'd', 'c', 5, 'HKD', now())`,
      [kind],
    );

  it.each(['UPDATE ledger_entries SET amount = 6', 'DELETE FROM ledger_entries'])(
    'the ledger refuses %s',
    async (statement) => {
      await entry('CHARGE');
      await expect(app.query(statement)).rejects.toThrow('never changed nor deleted');
    },
  );

  it('the ledger holds one charge per reference, and any number of refunds', async () => {
    await entry('CHARGE');
    await expect(entry('CHARGE')).rejects.toThrow('ledger_entries_one_charge');
    await entry('REFUND');
    await entry('REFUND');
  });
});
