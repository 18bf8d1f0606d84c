import {
  runMigrations,
  schemaDrift,
  type AnyTable,
  type MigrationClass,
} from '@towpath/persistence';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '../databases/test-database.js';
import { describeChecks, type SuiteCheck } from './suite-check.js';
import { tableFaults } from './table-checks.js';

/** What makes the database of one service, and the tables that describe it. */
export interface SchemaSubject {
  readonly service: string;
  readonly migrations: readonly MigrationClass[];
  readonly tables: readonly AnyTable[];
}

export const SCHEMA_CHECKS: readonly SuiteCheck<SchemaSubject>[] = [
  {
    name: 'each migration runs once, and together they lead to what the tables describe',
    faults: ({ service, migrations, tables }) =>
      inDatabase(testDatabase(service, []), async ({ urls }) => {
        const faults: string[] = [];
        for (const [index, { name }] of migrations.entries()) {
          const applied = await runMigrations(urls.owner, migrations.slice(0, index + 1));
          if (applied.join() !== name) faults.push(`${name}: applied [${applied.join()}]`);
        }
        const again = await runMigrations(urls.owner, migrations);
        faults.push(...again.map((name) => `${name} is applied a second time`));
        return [...faults, ...(await schemaDrift(urls.owner, tables))];
      }),
  },
  {
    name: 'every snapshot comes back from its table as it was written',
    faults: ({ service, migrations, tables }) =>
      inDatabase(testDatabase(service, migrations), ({ urls }) => tableFaults(urls.owner, tables)),
  },
  {
    name: 'every table is under row-level security that binds its owner too',
    faults: (subject) =>
      found(
        subject,
        `SELECT relname || ' is open' AS fault FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND relname <> 'migrations' AND NOT (relrowsecurity AND relforcerowsecurity)`,
      ),
  },
  {
    // The base tables outbox, inbox, positions and parked messages have keys of the broker; an
    // action of an operator, its proposal and its audit entry may be about no app.
    name: 'every key of a table of customer apps contains the customer app',
    faults: (subject) =>
      found(
        subject,
        `SELECT conname || ' lacks the customer app' AS fault
         FROM pg_constraint JOIN pg_attribute a ON a.attrelid = conrelid
         WHERE contype IN ('p', 'f') AND connamespace = 'public'::regnamespace
           AND a.attname = 'customer_app_id' AND NOT a.attnum = ANY (conkey)
           AND conrelid::regclass::text NOT IN
             ('outbox', 'inbox', 'aggregate_positions', 'parked_messages', 'audit_entries',
              'operator_actions', 'action_proposals')`,
      ),
  },
  {
    name: 'the app role has no right to a table without customer apps',
    faults: (subject) =>
      found(
        subject,
        `SELECT c.oid::regclass || ' belongs to no customer app' AS fault
         FROM pg_class c JOIN pg_roles r ON rolname = replace($1, '-', '_') || '_app'
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND relname <> 'migrations'
           AND has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE')
           AND NOT EXISTS (SELECT FROM pg_attribute
             WHERE attrelid = c.oid AND attname = 'customer_app_id')`,
        [subject.service],
      ),
  },
  {
    name: 'no role changes or deletes a row of a history',
    faults: (subject) =>
      found(
        subject,
        `SELECT c.oid::regclass || ' can be changed' AS fault FROM pg_class c
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
           AND relname LIKE '%\\_changes' AND NOT EXISTS (SELECT FROM pg_trigger
             WHERE tgrelid = c.oid AND tgname IN (relname || '_append_only', relname || '_kept')
               AND tgenabled = 'O' AND tgtype & 26 = 26)`,
      ),
  },
];

/** The migrations of a service lead to the schema of its tables, which keeps customer apps apart. */
export function describeSchema(subject: SchemaSubject): void {
  describeChecks(`the schema of ${subject.service}`, {
    checks: SCHEMA_CHECKS,
    subject: () => subject,
  });
}

/** The column `fault` of a query in the migrated database. */
function found(
  { service, migrations }: SchemaSubject,
  sql: string,
  params: readonly string[] = [],
): Promise<readonly string[]> {
  return inDatabase(testDatabase(service, migrations), async ({ adminUrl }) => {
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    try {
      const { rows } = await admin.query<{ fault: string }>(`${sql} ORDER BY 1`, [...params]);
      return rows.map(({ fault }) => fault);
    } finally {
      await admin.end();
    }
  });
}

async function inDatabase<T>(
  opening: Promise<TestDatabase>,
  work: (database: TestDatabase) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}
