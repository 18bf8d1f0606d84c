import type { Client } from 'pg';
import type { FloorValue } from './floor-plan.js';
import type { Write, WrittenTransaction } from './written-transactions.js';

/** Copies of the tables live in this schema: no policy, no trigger, no foreign key, all indexes. */
export const FLOOR_SCHEMA = 'floor';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly key: boolean;
  readonly indexed: boolean;
}

/** A copied table with rows that the system wrote into the original. */
export interface FloorTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly samples: readonly Readonly<Record<string, string | null>>[];
}

/** Copies a table's columns and indexes; unique ones become plain, so that rows can come again. */
export async function copyTable(
  admin: Client,
  { table, xids }: { readonly table: string; readonly xids: readonly string[] },
): Promise<FloorTable> {
  const copy = `${FLOOR_SCHEMA}."${table}"`;
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${FLOOR_SCHEMA}`);
  await admin.query(`DROP TABLE IF EXISTS ${copy}`);
  await admin.query(
    `CREATE TABLE ${copy} (LIKE public."${table}" INCLUDING DEFAULTS INCLUDING GENERATED
       INCLUDING IDENTITY INCLUDING STORAGE)`,
  );
  const { rows: indexes } = await admin.query<{ sql: string }>(
    `SELECT regexp_replace(replace(indexdef, ' ON public.', ' ON ${FLOOR_SCHEMA}.'),
       '^CREATE (UNIQUE )?INDEX \\S+ ', 'CREATE INDEX ') AS sql
     FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1`,
    [table],
  );
  for (const { sql } of indexes) await admin.query(sql);
  const columns = await columnsOf(admin, table);
  const list = columns.map(({ name }) => `"${name}"::text`).join(', ');
  const { rows: samples } = await admin.query<Record<string, string | null>>(
    `SELECT ${list} FROM public."${table}" WHERE xmin::text = ANY ($1) LIMIT 50`,
    [xids],
  );
  return { name: table, columns, samples };
}

/** Without those that the database computes. */
async function columnsOf(admin: Client, table: string): Promise<Column[]> {
  const { rows } = await admin.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type,
       EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisprimary
               AND attnum = ANY (indkey)) AS key,
       EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND attnum = ANY (indkey)) AS indexed
     FROM pg_attribute WHERE attrelid = ('public."' || $1 || '"')::regclass
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
     ORDER BY attnum`,
    [table],
  );
  return rows;
}

/** One statement that writes what the transaction wrote; undefined when nothing of it is known. */
export function statementOf(
  { database, writes }: WrittenTransaction,
  tables: ReadonlyMap<string, FloorTable>,
  turn: number,
): { sql: string; values: FloorValue[] } | undefined {
  const values: FloorValue[] = [];
  const parts = writes.flatMap((write) => {
    const table = tables.get(write.table);
    if (!table || table.samples.length === 0) return [];
    return Array.from({ length: write.rows }, (_, index) =>
      write.kind === 'insert'
        ? insertInto(table, sampleOf(table, turn + index), values)
        : updateOf(table, { database, sample: sampleOf(table, turn + index) }, values),
    );
  });
  const last = parts.pop();
  if (last === undefined) return undefined;
  const before = parts.map((part, index) => `w${index} AS (${part})`).join(', ');
  return { sql: before === '' ? last : `WITH ${before} ${last}`, values };
}

export function insertInto(
  { name, columns }: FloorTable,
  sample: Readonly<Record<string, string | null>>,
  values: FloorValue[],
): string {
  const places = columns.map((column) => {
    values.push({ text: sample[column.name] ?? null });
    return `$${values.length}::${column.type}`;
  });
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  return `INSERT INTO ${FLOOR_SCHEMA}."${name}" (${list}) VALUES (${places.join(', ')})`;
}

/** Of one column that is in no index, where there is one: the least that an update costs. */
function updateOf(
  { name, columns }: FloorTable,
  row: { readonly database: string; readonly sample: Readonly<Record<string, string | null>> },
  values: FloorValue[],
): string {
  const changed =
    columns.find(({ indexed }) => !indexed) ?? columns.find(({ key }) => !key) ?? columns[0];
  if (!changed) throw new Error(`${name} has no columns`);
  values.push({ text: row.sample[changed.name] ?? null });
  const set = `"${changed.name}" = $${values.length}::${changed.type}`;
  const conditions = columns
    .filter(({ key }) => key)
    .map((column) => {
      values.push({ rowOf: `${row.database}.${name}`, column: column.name });
      return `"${column.name}" = $${values.length}::${column.type}`;
    });
  return `UPDATE ${FLOOR_SCHEMA}."${name}" SET ${set} WHERE ${conditions.join(' AND ')}`;
}

const sampleOf = ({ samples }: FloorTable, turn: number) => samples[turn % samples.length] ?? {};

/** Whether some transaction updates rows of the table. */
export const updates = ({ kind }: Write): boolean => kind !== 'insert';
