import { jest } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import {
  parcelHistory,
  specimenMigrations,
  specimenTables,
} from '../specimen/specimen.migrations.js';
import { text } from '../tables/column.js';
import { defineTable } from '../tables/table.js';
import type { AnyTable } from '../tables/table-types.js';
import { schemaDrift } from './drift.js';
import { dumpSchema } from './schema-dump.js';

// Whole chains of migrations, on a machine that may be busy.
jest.setTimeout(30_000);

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase('specimen', specimenMigrations);
});
afterEach(() => database?.drop());

async function driftOf(tables: readonly AnyTable[], planted?: string): Promise<string[]> {
  if (planted) await run(database.urls.owner, planted);
  return schemaDrift(database.urls.owner, tables);
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('the drift check', () => {
  it('finds nothing when tables and migrations agree', async () => {
    expect(await driftOf(specimenTables)).toEqual([]);
  });

  it('finds a change that only a migration or only the description of a table has', async () => {
    const parcels = 'ALTER TABLE parcels';
    const plants = [
      { sql: `${parcels} ADD surplus text`, reported: /DROP COLUMN "surplus"/ },
      { sql: `${parcels} DROP COLUMN price`, reported: /ADD "price"/ },
      { sql: `${parcels} ALTER weight TYPE integer`, reported: /ADD "weight" bigint/ },
      { sql: `${parcels} ALTER labels SET DEFAULT '{x}'`, reported: /"labels" SET DEFAULT/ },
      { sql: `${parcels} ALTER sequence DROP DEFAULT`, reported: /"sequence" SET DEFAULT/ },
      { sql: `${parcels} ALTER status DROP NOT NULL`, reported: /"status" SET NOT NULL/ },
      { sql: 'CREATE INDEX surplus_index ON parcels (status)', reported: /"surplus_index"/ },
      { sql: 'DROP INDEX parcels_by_status', reported: /CREATE INDEX "parcels_by_status"/ },
      {
        sql: 'ALTER TABLE parcel_history DROP CONSTRAINT parcel_history_status_key',
        reported: /ADD CONSTRAINT "parcel_history_status_key"/,
      },
      {
        sql: 'ALTER TABLE parcel_history DROP CONSTRAINT parcel_history_parcel_fkey',
        reported: /ADD CONSTRAINT "parcel_history_parcel_fkey"/,
      },
      { sql: 'SELECT', reported: /CREATE TABLE "parcel_notes"/ },
    ];
    const notes = defineTable('parcel_notes', { noteId: text() }, { key: ['noteId'] });
    const drift = await driftOf([...specimenTables, notes], plants.map(({ sql }) => sql).join(';'));
    for (const { reported } of plants) expect(drift.join('\n')).toMatch(reported);
  });

  it('finds a table without a description', async () => {
    const drift = await driftOf(specimenTables, 'CREATE TABLE unknown_table (id int)');
    expect(drift).toEqual(['nothing describes the table "unknown_table"']);
  });

  it('finds a column that only the description has', async () => {
    const { name, columns, options } = parcelHistory;
    const wider = defineTable(name, { ...columns, added: text() }, options);
    expect((await driftOf([...specimenTables.slice(0, 1), wider])).join()).toContain('"added"');
  });

  it('leaves CHECKs, partial and expression indexes to the schema dump', async () => {
    const planted = `ALTER TABLE parcels ADD CONSTRAINT heavy CHECK (weight < 5);
      CREATE INDEX partial_index ON parcels (weight) WHERE weight > 1`;
    const before = await dumpSchema(database.urls.owner);
    expect(await driftOf(specimenTables, planted)).toEqual([]);
    const after = await dumpSchema(database.urls.owner);
    expect(before).not.toMatch(/heavy|partial_index/);
    expect(after).toContain('ALTER TABLE parcels ADD CONSTRAINT heavy CHECK ((weight < 5));');
    expect(after).toContain('WHERE (weight > 1)');
  });
});

describe('the schema dump', () => {
  it('is the same for the same migrations, and shows the isolation of tenants', async () => {
    const dump = await dumpSchema(database.urls.owner);
    const copy = await testDatabase('specimen', specimenMigrations);
    expect(await dumpSchema(copy.urls.owner)).toBe(dump);
    await copy.drop();
    expect(dump).toContain('ALTER TABLE parcels FORCE ROW LEVEL SECURITY;');
    expect(dump).toContain(
      `CREATE POLICY parcels_app ON parcels FOR ALL TO specimen_app USING ((customer_app_id = ` +
        `current_setting('app.customer_app_id'::text, true)))`,
    );
    expect(dump).toContain('GRANT INSERT, SELECT ON parcel_history TO specimen_app;\n');
    expect(dump).toContain('GRANT SELECT ON parcel_history TO specimen_worker;\n');
    expect(dump).toContain('TRIGGER parcel_history_append_only BEFORE DELETE OR UPDATE');
    expect(dump).toContain('FUNCTION public.app_now(customer_app text)');
    expect(dump).not.toContain('test-app');
  });

  it('is complete: an empty database that runs it has the same dump', async () => {
    const dump = await dumpSchema(database.urls.owner);
    const copy = await testDatabase('specimen', []);
    const owner = new pg.Client({ connectionString: copy.urls.owner });
    await owner.connect();
    // What the dump does not grant is not granted; the test database's defaults would add to it.
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public
      REVOKE ALL ON TABLES FROM specimen_app, specimen_worker`);
    await owner.query(`SET check_function_bodies = off; ${dump}`);
    await owner.end();
    expect(await dumpSchema(copy.urls.owner)).toBe(dump);
    await copy.drop();
  });
});
