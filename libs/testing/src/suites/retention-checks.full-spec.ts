import { BaseTables, baseRetention, sqlMigration } from '@towpath/persistence';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '../databases/test-database.js';
import { describeRetention, RETENTION_CHECKS } from './retention-checks.js';

const CreateParcels = sqlMigration(
  'CreateParcels0000000000001',
  () => `
  CREATE TABLE parcels (
    customer_app_id text NOT NULL,
    parcel_id text PRIMARY KEY,
    updated_at timestamptz NOT NULL
  );
  SELECT pg_temp.tenant_table('parcels', worker => 'read');
  SELECT pg_temp.keep_table('parcels', 'updated_at', 10);
  CREATE TABLE parcel_moves (
    customer_app_id text NOT NULL,
    parcel_id text REFERENCES parcels,
    occurred_at timestamptz NOT NULL
  );
  SELECT pg_temp.tenant_table('parcel_moves', worker => 'none', append_only => true);
  SELECT pg_temp.keep_table('parcel_moves', 'occurred_at', 10);
  CREATE FUNCTION delete_old_parcels(integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER
    SET search_path = public, pg_temp AS $$
    WITH old AS (SELECT parcel_id FROM parcels
      WHERE updated_at < now() - interval '10 days' LIMIT $1),
    no_moves AS (DELETE FROM parcel_moves WHERE parcel_id IN (SELECT * FROM old)),
    gone AS (DELETE FROM parcels WHERE parcel_id IN (SELECT * FROM old) RETURNING 1)
    SELECT count(*) FROM gone $$;
  SELECT pg_temp.only_for('worker', 'delete_old_parcels(integer)');`,
);

const rules = [
  ...baseRetention,
  {
    table: 'parcels',
    column: 'updated_at',
    days: 10,
    reason: 'a test',
    through: 'delete_old_parcels',
  },
];

let database: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  database = await testDatabase('specimen', [BaseTables, CreateParcels]);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin?.end();
  await database?.drop();
});

describeRetention('a specimen', () => ({ database, rules }));

describe('the retention suite reports', () => {
  const faults = async (changed = rules): Promise<string[]> => {
    const found = await Promise.all(
      RETENTION_CHECKS.map((check) => check.faults({ database, rules: changed })),
    );
    return found.flat();
  };

  it.each([
    ['GRANT DELETE ON parcels TO specimen_worker', 'it may delete from parcels'],
    ['REVOKE DELETE ON outbox FROM specimen_worker', 'it may not delete from outbox'],
    ['GRANT DELETE ON parcel_moves TO specimen_app', 'the app may delete from parcel_moves'],
    [
      'GRANT EXECUTE ON FUNCTION delete_old_parcels TO specimen_app',
      'the app may call delete_old_parcels',
    ],
    [
      'REVOKE EXECUTE ON FUNCTION delete_old_parcels FROM specimen_worker',
      'it may not call delete_old_parcels',
    ],
    [
      'DROP TRIGGER parcel_moves_kept ON parcel_moves',
      'parcel_moves would hold back parcels for ever',
    ],
    ['DROP TRIGGER parcels_kept ON parcels', 'parcels is kept by nothing'],
  ])('%s', async (statement, fault) => {
    await admin.query(statement);
    expect(await faults()).toContain(fault);
  });

  it('a rule whose time differs from the database', async () => {
    const longer = rules.map((rule) => (rule.table === 'parcels' ? { ...rule, days: 11 } : rule));
    expect(await faults(longer)).toEqual(['parcels is kept by updated_at 10']);
  });

  it('a rule by a time column that does not exist', async () => {
    const wrong = rules.map((rule) => (rule.through ? { ...rule, column: 'parcel_id' } : rule));
    expect(await faults(wrong)).toContain('there is no time parcels.parcel_id');
  });
});

describe('a row that is kept', () => {
  const add = (id: string, days: number) =>
    admin.query(
      `INSERT INTO parcels VALUES ('a', '${id}', now() - interval '${days} days');
       INSERT INTO parcel_moves VALUES ('a', '${id}', now() - interval '${days} days')`,
    );
  const as = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ value: unknown }>(sql)).rows.map(({ value }) => value);
    } finally {
      await client.end();
    }
  };

  it('is deleted by no role early, and later only through the function', async () => {
    await add('young', 9);
    await add('old', 11);
    const refused = 'never changed nor deleted before 10 days';
    await expect(admin.query(`DELETE FROM parcel_moves`)).rejects.toThrow(refused);
    await expect(admin.query(`UPDATE parcel_moves SET parcel_id = 'x'`)).rejects.toThrow(refused);
    await expect(as(database.urls.worker, `DELETE FROM parcels`)).rejects.toThrow('denied');
    // By itself the owner finds nothing; in retention, nothing young.
    const call = `SELECT delete_old_parcels(5) AS value`;
    await expect(as(database.urls.app, call)).rejects.toThrow('permission denied');
    expect(await as(database.urls.worker, call)).toEqual(['1']);
    expect((await admin.query(`SELECT parcel_id FROM parcel_moves`)).rows).toEqual([
      { parcel_id: 'young' },
    ]);
    await as(database.urls.owner, `DELETE FROM parcel_moves`);
    const seen = `SELECT count(*)::int AS value FROM parcel_moves`;
    expect(await as(database.urls.owner, seen)).toEqual([0]);
    await admin.query('SET ROLE specimen_owner');
    expect((await admin.query(seen)).rows).toEqual([{ value: 1 }]);
    await admin.query('DELETE FROM parcel_moves');
    await admin.query('RESET ROLE');
    expect((await admin.query(`SELECT FROM parcel_moves`)).rowCount).toBe(1);
  });
});
