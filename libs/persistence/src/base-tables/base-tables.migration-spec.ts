import { jest } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { walkMigrations } from '../database/walk-migrations.js';
import { BaseTables1700000000000 } from './base-tables.migration.js';

// Whole chains of migrations, on a machine that may be busy.
jest.setTimeout(30_000);

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('specimen', []);
});
afterAll(() => database?.drop());

it('makes the base tables, each under forced row-level security', async () => {
  await walkMigrations({
    database,
    migrations: [BaseTables1700000000000],
    entities: [],
    steps: {
      BaseTables1700000000000: {
        after: async (db) => {
          const tables = await db.query<{ name: string; forced: boolean; policies: number }>(
            `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced
             FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
               AND relname <> 'migrations' ORDER BY 1`,
          );
          expect(tables).toEqual(
            [
              'aggregate_positions',
              'customer_app_views',
              'idempotency_keys',
              'inbox',
              'outbox',
              'parked_messages',
              'personal_data_keys',
            ].map((name) => ({ name, forced: true })),
          );
          const [clock] = await db.query(`SELECT app_now('nobody') AS now`);
          expect(clock).toEqual({ now: null });
        },
      },
    },
  });
});
