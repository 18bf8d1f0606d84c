import { createHash } from 'node:crypto';

const MAX_PREPARED = 500;
const names = new Map<string, string>();

/**
 * Name under which connections keep the statement prepared, so that PostgreSQL parses and plans it
 * once per connection. Undefined above a limit, because a connection keeps all of its prepared
 * statements.
 */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_PREPARED) return known;
  const name = `towpath_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** A statement that connections keep prepared: its text must not hold values. */
export function prepared(text: string, values: readonly unknown[]): PreparedQuery {
  const name = preparedName(text);
  return { text, values: [...values], ...(name ? { name } : {}) };
}

export interface PreparedQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** SQL with `$1` parameters, and how PostgreSQL plans it. */
export interface PlannedStatement {
  readonly sql: string;
  readonly plan: 'by key' | 'by values';
}

/**
 * A statement whose best plan depends neither on its values nor on the number of rows: look-ups and
 * writes by whole keys. Each connection keeps it prepared, with one plan, which was perhaps made
 * while the tables were small.
 */
export function byKey(sql: string): PlannedStatement {
  return { sql, plan: 'by key' };
}

/** A statement that is planned anew for the values of each run: lists, filters, sums. */
export function byValues(sql: string): PlannedStatement {
  return { sql, plan: 'by values' };
}

const MODIFIES =
  /\b(insert\s+into|delete\s+from|merge\s+into|update\s+(?!of\b|skip\b|nowait\b)\S+\s)/i;

const known = new WeakMap<PlannedStatement, boolean>();

/** True for a statement that may change rows; row locks (`FOR UPDATE`) change none. */
export function modifies(statement: PlannedStatement): boolean {
  const before = known.get(statement);
  if (before !== undefined) return before;
  const { sql } = statement;
  const modifies = MODIFIES.test(sql.replaceAll(/\bfor\s+(no\s+key\s+)?update\b/gi, ''));
  known.set(statement, modifies);
  return modifies;
}
