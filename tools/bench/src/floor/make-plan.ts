import { newId } from '@towpath/kernel';
import pg from 'pg';
import type { FloorOperation, FloorPlan, FloorStatement } from './floor-plan.js';
import {
  copyTable,
  FLOOR_SCHEMA,
  insertInto,
  statementOf,
  updates,
  type FloorTable,
} from './floor-tables.js';
import type { WrittenTransaction } from './written-transactions.js';

const OUTBOX = 'outbox';

export interface PlanRequest {
  readonly adminUrl: string;
  readonly kafkaBrokers: string;
  readonly topic: string;
  /** What each of the watched operations wrote. */
  readonly operations: readonly (readonly WrittenTransaction[])[];
  readonly newSince: string;
  /** Rows for updates, of each table. */
  readonly stock: number;
  readonly calls: number;
  readonly outsideCalls: number;
}

/** Copies the tables that the operations wrote, and says what the floor's programs do. */
export async function makePlan(request: PlanRequest): Promise<FloorPlan> {
  const written = request.operations.flat();
  const names = [...new Set(written.map(({ database }) => database))];
  const databases = Object.fromEntries(names.map((name) => [name, urlOf(request, name)]));
  const tables = new Map<string, ReadonlyMap<string, FloorTable>>();
  const rows: Record<string, Record<string, string>[]> = {};
  for (const database of names) {
    const own = written.filter((each) => each.database === database);
    const copied = await copyTables(urlOf(request, database), own, request.stock);
    tables.set(database, copied.tables);
    for (const [table, stock] of copied.stock) rows[`${database}.${table}`] = stock;
  }
  const operations = request.operations.map((transactions, turn): FloorOperation => {
    const statements = transactions.flatMap((transaction): FloorStatement[] => {
      const { database } = transaction;
      const statement = statementOf(transaction, tables.get(database) ?? new Map(), turn);
      return statement ? [{ database, ...statement }] : [];
    });
    return { statements };
  });
  const outboxes = names.filter((name) => tables.get(name)?.has(OUTBOX));
  const { kafkaBrokers, topic, newSince, calls, outsideCalls } = request;
  const rest = { kafkaBrokers, topic, newSince, calls, outsideCalls };
  return { operations, databases, outboxes, rows, ...rest };
}

function urlOf({ adminUrl }: PlanRequest, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

interface Copied {
  readonly tables: ReadonlyMap<string, FloorTable>;
  readonly stock: ReadonlyMap<string, Record<string, string>[]>;
}

async function copyTables(
  url: string,
  written: readonly WrittenTransaction[],
  stockSize: number,
): Promise<Copied> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const tables = new Map<string, FloorTable>();
    const stock = new Map<string, Record<string, string>[]>();
    const xids = written.map(({ xid }) => xid);
    const writes = written.flatMap((transaction) => transaction.writes);
    for (const table of new Set(writes.map((write) => write.table))) {
      const copy = await copyTable(admin, { table, xids });
      tables.set(table, copy);
      const updated = writes.some((write) => write.table === table && updates(write));
      if (updated && copy.samples.length > 0)
        stock.set(table, await stockUp(admin, copy, stockSize));
    }
    return { tables, stock };
  } finally {
    await admin.end();
  }
}

/** Rows to update; one alone where the last column of the key is no ID that can be another. */
async function stockUp(
  admin: pg.Client,
  table: FloorTable,
  size: number,
): Promise<Record<string, string>[]> {
  const keys = table.columns.filter(({ key }) => key).map(({ name }) => name);
  const own = keys.findLast((name) => isId(table.samples[0]?.[name]));
  const stock: Record<string, string>[] = [];
  await admin.query('BEGIN');
  for (let made = 0; made < (own === undefined ? 1 : size); made += 1) {
    const sample = { ...table.samples[made % table.samples.length] };
    if (own !== undefined) sample[own] = newId(new Date());
    const values: { text: string | null }[] = [];
    const sql = insertInto(table, sample, values);
    await admin.query(
      sql,
      values.map(({ text }) => text),
    );
    stock.push(Object.fromEntries(keys.map((name) => [name, sample[name] ?? ''])));
  }
  await admin.query('COMMIT');
  await admin.query(`ANALYZE ${FLOOR_SCHEMA}."${table.name}"`);
  return stock;
}

const isId = (value: string | null | undefined): boolean =>
  typeof value === 'string' && /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(value);
