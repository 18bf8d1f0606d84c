import { walkMigrations } from '@towpath/persistence';
import { testDatabase } from '@towpath/testing';
import { mandateMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

it('the migrations of mandate each add their tables, under row-level security, and go back', async () => {
  const database = await testDatabase('mandate', []);
  try {
    await walkMigrations({
      database,
      migrations: mandateMigrations,
      entities,
      steps: {
        BaseTables1700000000000: {
          before: async (db) => expect(await db.query(existing('outbox'))).toEqual([nothing]),
          after: async (db) => expect(await db.query('SELECT * FROM outbox')).toEqual([]),
        },
        CreateMandates1700000100000: {
          before: async (db) => expect(await db.query(existing('mandates'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM mandates')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
      },
    });
  } finally {
    await database.drop();
  }
});

const nothing = { found: null };
const existing = (table: string): string => `SELECT to_regclass('${table}') AS found`;

const UNPROTECTED = `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND relkind = 'r' AND relname <> 'migrations'
    AND NOT (relrowsecurity AND relforcerowsecurity)`;
