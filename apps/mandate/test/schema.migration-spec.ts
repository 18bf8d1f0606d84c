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
        CreateMandateSubmissions1700000101000: {
          before: async (db) => {
            expect(await db.query(existing('mandate_submissions'))).toEqual([nothing]);
            await db.query(EARLIER_MANDATE);
          },
          after: async (db) => {
            expect(await db.query('SELECT payer_max_amount AS most FROM mandates')).toEqual([
              { most: null },
            ]);
            expect(await db.query('SELECT * FROM mandate_submissions')).toEqual([]);
            expect(await db.query('SELECT * FROM sensitive_mandate_reads')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
            await db.query('DELETE FROM mandates');
          },
        },
        CreateChecklistKeys1700000102000: {
          before: async (db) =>
            expect(await db.query(existing('checklist_keys'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM checklist_keys')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        CreateDirectDebits1700000103000: {
          before: async (db) =>
            expect(await db.query(existing('direct_debits'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM direct_debits')).toEqual([]);
            expect(await db.query('SELECT * FROM mandate_usage')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        CreateChecklists1700000105000: {
          before: async (db) =>
            expect(await db.query(existing('mandate_consents'))).toEqual([nothing]),
          after: async (db) => {
            for (const table of OF_CHECKLISTS) {
              expect(await db.query(`SELECT * FROM ${table}`)).toEqual([]);
            }
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        CreateLeftDrafts1700000106000: {
          before: async (db) => expect(await db.query(existing('left_drafts'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM left_drafts')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        CreateReconciliation1700000107000: {
          before: async (db) =>
            expect(await db.query(existing('reconciliations'))).toEqual([nothing]),
          after: async (db) => {
            for (const table of OF_RECONCILIATION) {
              expect(await db.query(`SELECT * FROM ${table}`)).toEqual([]);
            }
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        CollectedBeyondLimits1700000108000: {
          before: async (db) =>
            expect(await db.query(existing('direct_debits_beyond_limits'))).toEqual([nothing]),
          after: async (db) =>
            expect(await db.query(existing('direct_debits_beyond_limits'))).toEqual([
              { found: 'direct_debits_beyond_limits' },
            ]),
        },
        EndUnauthorizedMandates1700000112000: {
          before: async (db) => {
            expect(await db.query(existing('mandates_end_date'))).not.toEqual([nothing]);
            expect(await db.query(existing('mandates_over'))).toEqual([nothing]);
          },
          after: async (db) => {
            expect(await db.query(existing('mandates_end_date'))).toEqual([nothing]);
            expect(await db.query(existing('mandates_over'))).not.toEqual([nothing]);
          },
        },
        DistrustChecklistKeys1700000113000: {
          before: async (db) =>
            expect(await db.query(existing('checklist_key_distrusts'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM checklist_key_distrusts')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        KeepWhatBanksSaid1700000116000: {
          before: async (db) => {
            expect(await db.query(withColumn('bank_reason'))).toEqual([]);
          },
          after: async (db) => {
            const tables = [{ name: 'direct_debits' }, { name: 'mandate_submissions' }];
            expect(await db.query(withColumn('bank_reason'))).toEqual(tables);
          },
        },
        UsageIsNeverDeleted1700000117000: {
          before: async (db) => {
            expect(await db.query(MAY_DELETE_USAGE)).toHaveLength(1);
          },
          after: async (db) => {
            expect(await db.query(MAY_DELETE_USAGE)).toEqual([]);
          },
        },
        KeepMandatesForSevenYears1700000190000: {
          before: async (db) => {
            await db.query(EARLIER_MANDATE);
            await db.query(EARLIER_SESSION);
          },
          after: async (db) => {
            await expect(db.query('DELETE FROM mandates')).rejects.toThrow(
              'rows of mandates are never changed nor deleted before 2557 days',
            );
            await db.query(`SET session_replication_role = replica`);
            await db.query('DELETE FROM mandate_sessions');
            await db.query('DELETE FROM mandates');
            await db.query('RESET session_replication_role');
          },
        },
        KeepSettledDebits1700000197000: {
          before: async (db) => {
            await db.query(EARLIER_DIFFERENCE);
            await db.query(EARLIER_ENTRY);
          },
          after: async (db) => {
            for (const table of ['settled_entries', 'reconciliation_differences']) {
              await expect(db.query(`DELETE FROM ${table}`)).rejects.toThrow(
                `rows of ${table} are never changed nor deleted before 2557 days`,
              );
            }
            await db.query(`SET session_replication_role = replica`);
            await db.query('DELETE FROM settled_entries');
            await db.query('DELETE FROM reconciliation_differences');
            await db.query('RESET session_replication_role');
          },
        },
        ErasePayers1700000325000: {
          before: async (db) => expect(await db.query(ORIGINS)).toEqual([]),
          after: async (db) => {
            expect(await db.query(ORIGINS)).toEqual([{ name: 'sealed_origin' }]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
        FindDueByIndex1700000490000: {
          before: async (db) => {
            expect(await db.query(existing('mandates_over'))).not.toEqual([nothing]);
            expect(await db.query(existing('mandates_due'))).toEqual([nothing]);
          },
          after: async (db) => {
            expect(await db.query(existing('mandates_over'))).toEqual([nothing]);
            expect(await db.query(existing('mandates_due'))).not.toEqual([nothing]);
          },
        },
        ForgetUserMetadata1700000520000: {
          after: async (db) => expect(await db.query('SELECT * FROM parked_messages')).toEqual([]),
        },
        LimitLoginGuesses1700000511000: {
          before: async (db) =>
            expect(await db.query(existing('login_guesses'))).toEqual([nothing]),
          after: async (db) => {
            expect(await db.query('SELECT * FROM login_guesses')).toEqual([]);
            expect(await db.query(UNPROTECTED)).toEqual([]);
          },
        },
      },
    });
  } finally {
    await database.drop();
  }
});

const ORIGINS = `SELECT column_name AS name FROM information_schema.columns
  WHERE table_name = 'mandate_consents' AND column_name = 'sealed_origin'`;
const nothing = { found: null };
const existing = (table: string): string => `SELECT to_regclass('${table}') AS found`;

const withColumn = (column: string): string => `SELECT table_name AS name
  FROM information_schema.columns WHERE table_schema = 'public' AND column_name = '${column}'
  ORDER BY 1`;

const MAY_DELETE_USAGE = `SELECT grantee FROM information_schema.role_table_grants
  WHERE table_name = 'mandate_usage' AND privilege_type = 'DELETE' AND grantee LIKE '%\\_app'`;

const OF_CHECKLISTS = [
  'mandate_sessions',
  'mandate_checklists',
  'checklist_payloads',
  'mandate_consents',
];

const OF_RECONCILIATION = ['reconciliations', 'settled_entries', 'reconciliation_differences'];

const UNPROTECTED = `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND relkind = 'r' AND relname <> 'migrations'
    AND NOT (relrowsecurity AND relforcerowsecurity)`;

const EARLIER_SESSION = `INSERT INTO mandate_sessions VALUES ('app', 'session', 'mandate',
  'SERVICE_LINK', '{}', NULL, NULL, now())`;

const EARLIER_MANDATE = `INSERT INTO mandates (customer_app_id, mandate_id, payment_method_id,
    status, live, user_id, external_user_id, sender_type, recipient_account_id, currency,
    start_date, sequence, created_at, updated_at)
  VALUES ('app', 'mandate', 'method', 'AUTHORIZATION_REQUIRED', false, 'user', 'user-1',
    'INDIVIDUAL', 'account', 'HKD', '2026-01-01', 1, now(), now())`;

const EARLIER_ENTRY = `INSERT INTO settled_entries VALUES ('app', 'TEST', 'GW3', 'entry', 'payment',
  'payment', 'CHARGE', 500, 'HKD', now(), now())`;

const EARLIER_DIFFERENCE = `INSERT INTO reconciliation_differences VALUES ('app', 'difference',
  'TEST', 'GW3', 'payment', 'CHARGE', 'AMOUNT', '[]', '[]', now(), NULL)`;
