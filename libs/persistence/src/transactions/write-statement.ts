import { createHash } from 'node:crypto';
import { quoteName } from '../database/service-names.js';
import type { InsertPart, Row, UpdatePart, WriteBatch } from './write-batch.js';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement: the text depends on columns only, never on values. */
  readonly name: string | undefined;
  /** Updates in the order of the result's columns `u0`, `u1` …: rows each one met. */
  readonly updates: readonly UpdatePart[];
}

/**
 * The batch as one statement of data-modifying CTEs. Rows travel as one jsonb value per table and
 * column set, so that ten ledger rows give the same text, and the same prepared plan, as one.
 */
export function writeStatement(batch: WriteBatch, outboxRows: readonly Row[]): Statement {
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
  const counts = batch.updates.map((_, i) => `(SELECT count(*) FROM "u${i}") AS "u${i}"`);
  const text = `WITH ${parts.join(',\n')}\nSELECT ${counts.join(', ') || '1 AS "done"'}`;
  return { text, values, name: preparedName(text), updates: batch.updates };
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
    values.push(value);
    return `t.${quoteName(column)} = $${values.length}`;
  });
  return `UPDATE ${name} AS t SET ${set.join(', ')} FROM ${source} WHERE ${where.join(' AND ')} RETURNING 1`;
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

const MOST_PREPARED = 500;
const preparedNames = new Map<string, string>();

/** A connection keeps every statement it prepared, so their number must stay bounded. */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known || preparedNames.size >= MOST_PREPARED) return known;
  const name = `write_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  preparedNames.set(text, name);
  return name;
}
