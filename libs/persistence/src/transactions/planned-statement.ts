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

/** True for a statement that may change rows; row locks (`FOR UPDATE`) change none. */
export function modifies({ sql }: PlannedStatement): boolean {
  return MODIFIES.test(sql.replaceAll(/\bfor\s+(no\s+key\s+)?update\b/gi, ''));
}
