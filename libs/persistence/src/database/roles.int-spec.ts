import { testDatabase, type TestDatabase } from '@towpath/testing';
import { createPool } from './connection-pool.js';
import { runMigrations } from './data-source.js';
import { provisionDatabase, urlFor } from './provision-database.js';
import { assertMigrated, assertNoRlsBypass, RowSecurityBypassed } from './row-security-check.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { byValues } from '../transactions/planned-statement.js';

let database: TestDatabase;
let specimen: Specimen;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  await specimen.adminPool.query(
    `INSERT INTO parcels (customer_app_id, parcel_id, status) VALUES ($1, 'p', 'OPEN')`,
    [specimen.ours],
  );
  await specimen.adminPool.query(
    `INSERT INTO parcel_history (customer_app_id, parcel_id, sequence, status)
     VALUES ($1, 'p', 1, 'OPEN')`,
    [specimen.ours],
  );
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

async function asOwnerRole(sql: string): Promise<unknown> {
  const pool = createPool({ url: database.urls.owner, name: 'owner', limits: { size: 1 } });
  try {
    return await pool.query(sql);
  } finally {
    await pool.end();
  }
}

describe('the roles of a service', () => {
  it('are no superusers and have no right to bypass row-level security', async () => {
    await expect(assertNoRlsBypass(specimen.appPool)).resolves.toBeUndefined();
    await expect(assertNoRlsBypass(specimen.workerPool)).resolves.toBeUndefined();
  });

  it('keep the app and the worker from changing the schema', async () => {
    for (const pool of [specimen.appPool, specimen.workerPool]) {
      await expect(pool.query('CREATE TABLE extra (id int)')).rejects.toThrow('permission denied');
      await expect(pool.query('ALTER TABLE parcels NO FORCE ROW LEVEL SECURITY')).rejects.toThrow(
        'must be owner',
      );
      await expect(pool.query('SET ROLE specimen_owner')).rejects.toThrow('permission denied');
      await expect(pool.query('TRUNCATE parcels')).rejects.toThrow('permission denied');
      await expect(pool.query(`DELETE FROM migrations`)).rejects.toThrow('permission denied');
    }
  });

  it('include the owner, who sees no rows without a tenant', async () => {
    expect(await asOwnerRole('SELECT * FROM parcels')).toMatchObject({ rows: [] });
  });

  it('exclude all other users', async () => {
    const other = await provisionDatabase({
      adminUrl: process.env['TEST_POSTGRES_ADMIN_URL'] ?? '',
      service: 'stranger',
      passwords: { owner: 'x', app: 'y', worker: 'z' },
    });
    const url = new URL(other.app);
    url.pathname = `/${database.database}`;
    const pool = createPool({ url: url.toString(), name: 'stranger' });
    await expect(pool.query('SELECT 1')).rejects.toThrow('permission denied for database');
    await pool.end();
    await specimen.adminPool.query('DROP DATABASE stranger WITH (FORCE)');
  });

  it('can be provisioned again, and then lose rights that they were given', async () => {
    // Roles belong to the server: those of the specimen are in use by other specs.
    const request = {
      adminUrl: process.env['TEST_POSTGRES_ADMIN_URL'] ?? '',
      service: 'lapsed',
      passwords: { owner: 'x', app: 'y', worker: 'z' },
    };
    const urls = await provisionDatabase(request);
    const pool = createPool({ url: urls.worker, name: 'lapsed' });
    await specimen.adminPool.query('ALTER ROLE lapsed_worker BYPASSRLS');
    await expect(assertNoRlsBypass(pool)).rejects.toThrow('lapsed_worker');
    expect(await provisionDatabase(request)).toEqual(urls);
    await expect(assertNoRlsBypass(pool)).resolves.toBeUndefined();
    await pool.end();
    await specimen.adminPool.query('DROP DATABASE lapsed WITH (FORCE)');
  });
});

describe('an administrator that is no superuser', () => {
  it('can provision a service, twice, with the same guarantees', async () => {
    const server = process.env['TEST_POSTGRES_ADMIN_URL'] ?? '';
    await specimen.adminPool.query(
      `CREATE ROLE managed_admin LOGIN CREATEDB CREATEROLE PASSWORD 'managed'`,
    );
    const request = {
      adminUrl: urlFor(server, {
        database: 'postgres',
        user: 'managed_admin',
        password: 'managed',
      }),
      service: 'managed',
      passwords: { owner: 'o', app: 'a', worker: 'w' },
    };
    try {
      const urls = await provisionDatabase(request);
      await runMigrations(urls.owner, specimenMigrations);
      expect(await provisionDatabase(request)).toEqual(urls);
      const pool = createPool({ url: urls.app, name: 'managed' });
      await assertNoRlsBypass(pool);
      await expect(pool.query('CREATE TABLE extra (id int)')).rejects.toThrow('permission denied');
      await pool.end();
    } finally {
      await specimen.adminPool.query('DROP DATABASE IF EXISTS managed WITH (FORCE)');
      for (const role of ['managed_owner', 'managed_app', 'managed_worker', 'managed_admin']) {
        await specimen.adminPool.query(`DROP ROLE IF EXISTS ${role}`);
      }
    }
  });
});

describe('the check at the start of a service', () => {
  it('refuses a superuser', async () => {
    await expect(assertNoRlsBypass(specimen.adminPool)).rejects.toThrow(RowSecurityBypassed);
  });

  it('refuses the owner of the tables', async () => {
    const pool = createPool({ url: database.urls.owner, name: 'owner' });
    await expect(assertNoRlsBypass(pool)).rejects.toThrow('owns tables');
    await pool.end();
  });

  it('refuses a table whose row-level security is not forced', async () => {
    await asOwnerRole('CREATE TABLE open_secrets (customer_app_id text)');
    await expect(assertNoRlsBypass(specimen.appPool)).rejects.toThrow('open_secrets');
    await asOwnerRole('DROP TABLE open_secrets');
  });

  it('refuses a schema that lacks a migration, and accepts one that is ahead', async () => {
    const names = specimenMigrations.map((migration) => migration.name);
    await expect(assertMigrated(specimen.appPool, names)).resolves.toBeUndefined();
    await expect(assertMigrated(specimen.appPool, names.slice(0, 1))).resolves.toBeUndefined();
    await expect(assertMigrated(specimen.appPool, [...names, 'Later1'])).rejects.toThrow('Later1');
  });
});

describe('an append-only table', () => {
  const changes = [
    'UPDATE parcel_history SET status = status',
    'DELETE FROM parcel_history',
    'TRUNCATE parcel_history',
  ];

  it.each(changes)('refuses the app and the worker: %s', async (sql) => {
    const asApp = specimen.transactions.forApp(specimen.ours, (tx) => tx.query(byValues(sql)));
    await expect(asApp).rejects.toThrow('permission denied');
    const asWorker = specimen.transactions.asWorker((tx) => tx.query(byValues(sql)));
    await expect(asWorker).rejects.toThrow('permission denied');
  });

  it.each(changes)('refuses even an administrator: %s', async (sql) => {
    await expect(specimen.adminPool.query(sql)).rejects.toThrow('never changed nor deleted');
  });

  it('accepts new rows from the app, and none from a worker that may only read', async () => {
    const add = `INSERT INTO parcel_history (customer_app_id, parcel_id, sequence, status)
      VALUES ('${specimen.ours}', 'p', 2, 'SENT')`;
    await expect(specimen.transactions.asWorker((tx) => tx.query(byValues(add)))).rejects.toThrow(
      'permission denied',
    );
    await specimen.transactions.forApp(specimen.ours, (tx) => tx.query(byValues(add)));
    const seen = await specimen.transactions.asWorker((tx) =>
      tx.query(byValues('SELECT sequence FROM parcel_history')),
    );
    expect(seen).toHaveLength(2);
  });
});
