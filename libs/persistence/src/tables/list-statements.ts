import { quoteName } from '../database/service-names.js';
import { byValues, type PlannedStatement } from '../transactions/planned-statement.js';
import type { AnyTable } from './table-types.js';

/** A part of a list. */
export interface ListRange {
  readonly offset: number;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

/**
 * The rows of a customer app that the filters of the table let through, newest first, and their
 * number. Parameters: customer app, first and last day of the last change, the filters in their
 * order. Those of a page follow: time and ID of the row before it, offset, limit.
 */
export function listStatements(
  table: AnyTable,
): Readonly<Record<'page' | 'count', PlannedStatement>> {
  const { key, list: { oneOf = [], equal = [] } = {} } = table.options;
  const id = table.column(key.at(-1) ?? '');
  // Each condition has the parameter of its own number.
  const conditions = [
    `customer_app_id = $1`,
    `($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')`,
    `($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')`,
  ];
  const next = () => `$${conditions.length + 1}`;
  for (const column of oneOf.map((each) => table.column(each))) {
    conditions.push(
      `(coalesce(cardinality(${next()}::text[]), 0) = 0 OR ${column} = ANY (${next()}))`,
    );
  }
  for (const column of equal.map((each) => table.column(each))) {
    conditions.push(`(${next()}::text IS NULL OR ${column} = ${next()})`);
  }
  const [time, last, offset, limit] = [1, 2, 3, 4].map((nth) => `$${conditions.length + nth}`);
  const matching = `FROM ${quoteName(table.name)} AS t WHERE ${conditions.join(' AND ')}`;
  const newestFirst = `ORDER BY created_at DESC, ${id} DESC`;
  return {
    // Only the page becomes JSON: before it is cut, all rows that a sort has to see would.
    page: byValues(`SELECT to_jsonb(p) AS row FROM (
        SELECT t.* ${matching}
          AND (${time}::timestamptz IS NULL OR (created_at, ${id}) < (${time}, ${last}))
        ${newestFirst} OFFSET ${offset} LIMIT ${limit}) p
      ${newestFirst}`),
    count: byValues(`SELECT count(*) AS total ${matching}`),
  };
}
