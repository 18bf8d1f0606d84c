import { walkMigrations } from '@towpath/persistence';
import { testDatabase } from '@towpath/testing';
import { accountDataMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

interface Queried {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

async function columnsOf(db: Queried, table: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
    [table],
  );
  return rows.map(({ name }) => name);
}

it('the migrations of account-data lead to the base tables and back', async () => {
  const database = await testDatabase('account-data', []);
  try {
    await walkMigrations({
      database,
      migrations: accountDataMigrations,
      entities,
      steps: {
        BaseTables1700000000000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('outbox') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM outbox')).toEqual([]),
        },
        LoginIdentities1700000340000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('login_identities') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) =>
            expect(await db.query('SELECT * FROM login_identity_state_changes')).toEqual([]),
        },
        LinkJobs1700000341000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('link_jobs') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM link_jobs')).toEqual([]),
        },
        HostedLinks1700000342000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('hosted_links') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM hosted_links')).toEqual([]),
        },
        CreateRetrievedData1700000350000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('transactions') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => expect(await db.query('SELECT * FROM transactions')).toEqual([]),
        },
        EraseUncoveredData1700000507000: {
          before: async (db) =>
            expect(
              await db.query("SELECT to_regclass('login_identities_erasure_due') AS found"),
            ).toEqual([{ found: null }]),
          after: async (db) =>
            expect(await db.query('SELECT erasure_due_at, proposal FROM login_identities')).toEqual(
              [],
            ),
        },
        HostedLinksByLogin1700000430000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('hosted_links_login') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) =>
            expect(await db.query("SELECT to_regclass('hosted_links_login') AS found")).toEqual([
              { found: 'hosted_links_login' },
            ]),
        },
        LeaseJobsInRealTime1700000500000: {
          before: async (db) =>
            expect(await columnsOf(db, 'link_jobs')).not.toContain('leased_until'),
          after: async (db) => expect(await columnsOf(db, 'link_jobs')).toContain('leased_until'),
        },
        KeyDerivedIds1700000501000: {
          before: async (db) =>
            expect(await columnsOf(db, 'accounts')).not.toContain('has_keyed_ids'),
          after: async (db) => expect(await columnsOf(db, 'accounts')).toContain('has_keyed_ids'),
        },
        AccountsInBankOrder1700000502000: {
          before: async (db) => expect(await columnsOf(db, 'accounts')).not.toContain('bank_order'),
          after: async (db) => expect(await columnsOf(db, 'accounts')).toContain('bank_order'),
        },
        CompositeStatements1700000503000: {
          before: async (db) => expect(await columnsOf(db, 'composite_statements')).toEqual([]),
          after: async (db) =>
            expect(await db.query('SELECT * FROM composite_statements')).toEqual([]),
        },
        PayloadsAndGuesses1700000510000: {
          before: async (db) =>
            expect(await db.query("SELECT to_regclass('used_payloads') AS found")).toEqual([
              { found: null },
            ]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM payload_answers')).toEqual([]);
            expect(await db.query('SELECT * FROM login_guesses')).toEqual([]);
          },
        },
      },
    });
  } finally {
    await database.drop();
  }
});
