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

/** Texts of statements and keys of groups depend on tables and columns, never on values. */
const texts = new Map<string, string>();
const groupKeys = new Map<string, string>();

function once(known: Map<string, string>, key: string, make: () => string): string {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * The batch as one statement of data-modifying CTEs. Rows travel as one jsonb value per table and
 * column set. So ten ledger rows give the same text, and the same prepared plan, as one.
 */
export function writeStatement(batch: WriteBatch, outboxRows: readonly Row[]): PreparedQuery {
  const inserts = [...batch.inserts];
  if (outboxRows.length > 0) inserts.push({ table: 'outbox', rows: [...outboxRows] });
  const groups = groupByColumns(inserts);
  const values: unknown[] = groups.map(({ rows }) => toJson(rows));
  const keys = groups.map(({ key }) => key);
  for (const { table, key, changes } of batch.updates) {
    values.push(toJson(changes));
    const where = Object.entries(key).map(([column, value]) => {
      if (value === null || value === undefined) return `${column} is null`;
      values.push(keyValue(value));
      return column;
    });
    keys.push(`${table}(${Object.keys(changes).join()})${where.join()}`);
  }
  const text = once(texts, keys.join(';'), () => textOf(groups, batch.updates));
  return prepared(text, values);
}

function textOf(groups: readonly InsertGroup[], updates: readonly UpdatePart[]): string {
  let parameters = 0;
  const next = () => `$${(parameters += 1)}`;
  const parts = [
    ...groups.map((group, index) => `"i${index}" AS (${insertSql(group, next)})`),
    ...updates.map((update, index) => `"u${index}" AS (${updateSql(update, next)})`),
  ];
  return `WITH ${parts.join(',\n')}\nSELECT ${exactlyOne(updates) || '1 AS "done"'}`;
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
  /** Table and columns. */
  readonly key: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Row[];
}

function groupByColumns(inserts: readonly InsertPart[]): InsertGroup[] {
  const groups = new Map<string, InsertGroup>();
  for (const { table, rows } of inserts) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const key = once(
        groupKeys,
        `${table}(${columns.join()})`,
        () => `${table}(${columns.toSorted().join()})`,
      );
      const group = groups.get(key);
      if (group) group.rows.push(row);
      else groups.set(key, { key, table, columns: columns.toSorted(), rows: [row] });
    }
  }
  return [...groups.values()];
}

function insertSql({ table, columns }: InsertGroup, next: () => string): string {
  const names = columns.map(quoteName).join(', ');
  const name = quoteName(table);
  return (
    `INSERT INTO ${name} (${names}) SELECT ${names} ` +
    `FROM jsonb_populate_recordset(NULL::${name}, ${next()}::jsonb)`
  );
}

function updateSql({ table, key, changes }: UpdatePart, next: () => string): string {
  const name = quoteName(table);
  const source = `jsonb_populate_record(NULL::${name}, ${next()}::jsonb) AS s`;
  const set = Object.keys(changes)
    .map(quoteName)
    .map((column) => `${column} = s.${column}`);
  const where = Object.entries(key).map(([column, value]) =>
    value === null || value === undefined
      ? `t.${quoteName(column)} IS NULL`
      : `t.${quoteName(column)} = ${next()}`,
  );
  return `UPDATE ${name} AS t SET ${set.join(', ')} FROM ${source} WHERE ${where.join(' AND ')} RETURNING 1`;
}

function keyValue(value: unknown): unknown {
  if (isSingle(value)) return value;
  throw new TypeError('the key of an update is made of single values');
}

function toJson(value: Row | readonly Row[]): string {
  return JSON.stringify(Array.isArray(value) ? value.map(encode) : encode(value as Row));
}

function encode(row: Row): Row {
  const encoded: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) encoded[column] = encodeValue(value);
  return encoded;
}

function encodeValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'bigint') return value.toString();
  return value;
}
