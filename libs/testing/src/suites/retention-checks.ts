import type { RetentionRule } from '@towpath/persistence';
import pg from 'pg';
import type { TestDatabase } from '../databases/test-database.js';
import { describeChecks, type SuiteCheck } from './suite-check.js';

/** The retention of one service, and the database that it is held against. */
export interface RetentionSubject {
  readonly database: TestDatabase;
  /** All rules of the service, those of the libraries included. */
  readonly rules: readonly RetentionRule[];
}

/**
 * Tables of the libraries with copies of other services' data, which the worker changes for other
 * reasons.
 */
const WORKERS_COPIES = ['aggregate_positions', 'customer_app_views'];

export const RETENTION_CHECKS: readonly SuiteCheck<RetentionSubject>[] = [
  {
    name: 'the worker may delete what the rules say, and nothing else',
    async faults({ database, rules }) {
      const allowed = await deletable(database.urls.worker);
      const direct = rules.filter(({ through }) => !through).map(({ table }) => table);
      return difference(allowed, [...direct, ...WORKERS_COPIES], 'delete from');
    },
  },
  {
    name: 'the worker may call the functions of the rules, and the app none of them',
    async faults({ database, rules }) {
      const named = rules.flatMap(({ through }) => through ?? []);
      const [worker, app] = await Promise.all([
        callable(database.urls.worker),
        callable(database.urls.app),
      ]);
      return [
        ...difference(worker, named, 'call'),
        ...app.map((name) => `the app may call ${name}`),
      ];
    },
  },
  {
    name: 'the app may delete from no table that is kept or append-only',
    async faults({ database }) {
      const guarded = await guardedTables(database.adminUrl);
      const allowed = new Set(await deletable(database.urls.app));
      return guarded
        .filter((table) => allowed.has(table))
        .map((table) => `the app may delete from ${table}`);
    },
  },
  {
    name: 'what leaves through a function is kept by the database for as long as its rule says',
    async faults({ database, rules }) {
      const kept = await keptFor(database.adminUrl);
      return rules
        .filter(({ through }) => through)
        .filter(({ table, column, days }) => kept.get(table) !== `${column} ${days}`)
        .map(({ table }) => `${table} is kept by ${kept.get(table) ?? 'nothing'}`);
    },
  },
  {
    name: 'no row that stays longer points to one that is kept',
    async faults({ database }) {
      const kept = new Set((await keptFor(database.adminUrl)).keys());
      const keys = await rowsOf<{ child: string; parent: string }>(database.adminUrl, {
        sql: `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
         FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'a' ORDER BY 1, 2`,
      });
      return keys
        .filter(({ child, parent }) => kept.has(parent) && !kept.has(child))
        .map(({ child, parent }) => `${child} would hold back ${parent} for ever`);
    },
  },
  {
    name: 'every rule names a time that its table has',
    async faults({ database, rules }) {
      const columns = await rowsOf<{ name: string }>(database.adminUrl, {
        sql: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'`,
      });
      const known = new Set(columns.map(({ name }) => name));
      return rules
        .map(({ table, column }) => `${table}.${column}`)
        .filter((name) => !known.has(name))
        .map((name) => `there is no time ${name}`);
    },
  },
];

/** Rows leave a service's database by its retention table, and by nothing else. */
export function describeRetention(service: string, subject: () => RetentionSubject): void {
  describeChecks(`the retention of ${service}`, { checks: RETENTION_CHECKS, subject });
}

function difference(found: readonly string[], wanted: readonly string[], verb: string): string[] {
  return [
    ...found.filter((name) => !wanted.includes(name)).map((name) => `it may ${verb} ${name}`),
    ...wanted.filter((name) => !found.includes(name)).map((name) => `it may not ${verb} ${name}`),
  ];
}

function deletable(url: string): Promise<string[]> {
  return namesOf(url, {
    sql: `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind = 'r' AND has_table_privilege(oid, 'DELETE') ORDER BY 1`,
  });
}

/** Functions of the owner that change rows; one that is STABLE only reads. */
function callable(url: string): Promise<string[]> {
  return namesOf(url, {
    sql: `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       AND prosecdef AND provolatile = 'v' AND has_function_privilege(oid, 'EXECUTE') ORDER BY 1`,
  });
}

function guardedTables(url: string): Promise<string[]> {
  return namesOf(url, {
    sql: `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger
     WHERE tgfoid::regproc::text IN ('refuse_change', 'refuse_early_delete') ORDER BY 1`,
  });
}

/** Table → `column days`, from the trigger's arguments. */
async function keptFor(url: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ name: string; definition: string }>(url, {
    sql: `SELECT tgrelid::regclass::text AS name, pg_get_triggerdef(oid) AS definition
     FROM pg_trigger WHERE tgfoid::regproc::text = 'refuse_early_delete'`,
  });
  return new Map(
    rows.map(({ name, definition }) => {
      const [, column, days] = /\('(\w+)', '(\d+)'\)$/.exec(definition) ?? [];
      return [name, `${column} ${days}`];
    }),
  );
}

interface Query {
  readonly sql: string;
}

async function namesOf(url: string, query: Query): Promise<string[]> {
  return (await rowsOf<{ name: string }>(url, query)).map(({ name }) => name);
}

async function rowsOf<Row extends object>(url: string, { sql }: Query): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
