import { quoteName } from '../database/service-names.js';
import { prepared, type PreparedQuery } from './planned-statement.js';
import {
  isSingle,
  type InsertPart,
  type Row,
  type UpdatePart,
  type WriteBatch,
} from './write-batch.js';

/** PostgreSQL's error code if an update matched no row, or several: see `exactlyOne`. */
export const NOT_EXACTLY_ONE = '22012';

/**
 * The batch as one statement of data-modifying CTEs. Rows travel as one jsonb value per table and
 * column set. So ten ledger rows give the same text, and the same prepared plan, as one.
 */
export function writeStatement(batch: WriteBatch, outboxRows: readonly Row[]): PreparedQuery {
  const values: unknown[] = [];
  const parts: string[] = [];
  const inserts = [...batch.inserts];
  if (outboxRows.length > 0) inserts.push({ table: 'outbox', rows: [...outboxRows] });
  groupByColumns(inserts).forEach((group, index) => {
    parts.push(`"i${index}" AS (${insertSql(group, values)})`);
  });
  batch.updates.forEach((update, index) => {
    parts.push(`"u${index}" AS (${updateSql(update, values)})`);
  });
  const text = `WITH ${parts.join(',\n')}\nSELECT ${exactlyOne(batch.updates) || '1 AS "done"'}`;
  return prepared(text, values);
}

/**
 * Each update must match exactly one row. If one does not, the statement fails (a division by
 * zero). So the statement can travel together with COMMIT, which then rolls back.
 */
function exactlyOne(updates: readonly UpdatePart[]): string {
  return updates
    .map((_, index) => `1 / ((SELECT count(*) FROM "u${index}") = 1)::int AS "u${index}"`)
    .join(', ');
}

interface InsertGroup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Row[];
}

function groupByColumns(inserts: readonly InsertPart[]): InsertGroup[] {
  const groups = new Map<string, InsertGroup>();
  for (const { table, rows } of inserts) {
    for (const row of rows) {
      const columns = Object.keys(row).toSorted();
      const key = `${table}(${columns.join()})`;
      const group = groups.get(key) ?? { table, columns, rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    }
  }
  return [...groups.values()];
}

function insertSql({ table, columns, rows }: InsertGroup, values: unknown[]): string {
  const names = columns.map(quoteName).join(', ');
  values.push(toJson(rows));
  const name = quoteName(table);
  return (
    `INSERT INTO ${name} (${names}) SELECT ${names} ` +
    `FROM jsonb_populate_recordset(NULL::${name}, $${values.length}::jsonb)`
  );
}

function updateSql({ table, key, changes }: UpdatePart, values: unknown[]): string {
  const name = quoteName(table);
  values.push(toJson(changes));
  const source = `jsonb_populate_record(NULL::${name}, $${values.length}::jsonb) AS s`;
  const set = Object.keys(changes)
    .map(quoteName)
    .map((column) => `${column} = s.${column}`);
  const where = Object.entries(key).map(([column, value]) => {
    if (value === null || value === undefined) return `t.${quoteName(column)} IS NULL`;
    values.push(keyValue(value));
    return `t.${quoteName(column)} = $${values.length}`;
  });
  return `UPDATE ${name} AS t SET ${set.join(', ')} FROM ${source} WHERE ${where.join(' AND ')} RETURNING 1`;
}

function keyValue(value: unknown): unknown {
  if (isSingle(value)) return value;
  throw new TypeError('the key of an update is made of single values');
}

function toJson(value: Row | readonly Row[]): string {
  const encode = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([column, item]) => [column, encodeValue(item)]));
  return JSON.stringify(Array.isArray(value) ? value.map(encode) : encode(value as Row));
}

function encodeValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'bigint') return value.toString();
  return value;
}
