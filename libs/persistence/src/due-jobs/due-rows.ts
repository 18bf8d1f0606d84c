import { quoteName } from '../database/service-names.js';

/** All of it becomes part of the statement's text: constants of the program only. */
export interface DueRows {
  readonly table: string;
  /** The columns that the job needs beside `customer_app_id` and `dueAt`. */
  readonly columns: readonly string[];
  /** The column with the instant, on the app's clock. */
  readonly dueAt: string;
  /** The instant in SQL where no column has it, as the index has it; `dueAt` is only its name then. */
  readonly instant?: string;
  /** SQL condition of waiting rows; by default, all rows with an instant. */
  readonly open?: string;
  /** Most rows of one round; default 100. */
  readonly limit?: number;
}

const LIMIT = 100;
/** So many replicas find work at the same time, each a batch that no other has. */
const REPLICAS = 12;

/**
 * SQL that finds due rows, the earliest first; `$1` is one app, or null for all apps.
 *
 * Many rows wait and few are due, and `app_now` for each row would read all of them. An index on
 * `(dueAt)` finds rows that are due by real time. Apps whose clock is ahead of real time also use
 * an index on `(customer_app_id, dueAt)`. Both indexes are limited to `open`.
 */
export function dueRows(rows: DueRows): string {
  const { table, columns, open = 'true', limit = LIMIT } = rows;
  const name = quoteName(rows.dueAt);
  const due = instantOf(rows);
  const asked = ['customer_app_id', ...columns].map(quoteName).join(', ');
  const waiting = `SELECT ${asked}, ${due} AS ${name} FROM ${quoteName(table)} AS w WHERE (${open})`;
  // As a pair, so that no index on the instant alone looks as good: it would go through all apps.
  const mine = `(w.customer_app_id, ${due})`;
  const earliest = `ORDER BY ${due} LIMIT ${limit}`;
  return `
    SELECT ${asked}, ${name} FROM (
      (${waiting} AND ${due} <= now() AND ${due} <= app_now(w.customer_app_id)
         AND ($1::text IS NULL OR w.customer_app_id = $1)
       ${earliest})
      UNION ALL
      (SELECT ahead.* FROM customer_app_views AS v CROSS JOIN LATERAL (
         ${waiting} AND ${due} IS NOT NULL AND ${mine} > (v.customer_app_id, now())
           AND ${mine} <= (v.customer_app_id, app_now(v.customer_app_id))
         ORDER BY w.customer_app_id, ${due} LIMIT ${limit}) AS ahead
       WHERE (v.clock_offset_ms > 0 OR v.clock_frozen_at > now())
         AND ($1::text IS NULL OR v.customer_app_id = $1))
    ) AS due ORDER BY ${name} LIMIT ${limit}`;
}

/** The first instant that real time has not reached yet, of all apps; null for none. */
export function nextRow(rows: DueRows): string {
  const due = instantOf(rows);
  const { table, open = 'true' } = rows;
  return `SELECT min(${due}) FROM ${quoteName(table)} WHERE (${open}) AND ${due} > now()`;
}

/** SQL for the instant of a row. */
export function instantOf({ dueAt, instant }: DueRows): string {
  return instant === undefined ? quoteName(dueAt) : `(${instant})`;
}

/**
 * Finds due rows like `dueRows`, and claims them with advisory locks. The outer query filters row
 * by row until the batch is full, so it locks only returned rows.
 */
export function claimOf(
  job: string,
  rows: DueRows,
): { readonly name: string; readonly text: string } {
  const { columns, dueAt, limit = LIMIT } = rows;
  const id = ['customer_app_id', ...columns.slice(0, 1)].map(quoteName).join(', ');
  const asked = ['customer_app_id', ...columns, dueAt].map(quoteName).join(', ');
  const text = `
    WITH due AS MATERIALIZED (${dueRows({ ...rows, limit: limit * REPLICAS })}),
    named AS MATERIALIZED (
      SELECT *, hashtextextended(concat_ws(' ', '${job}', ${id}), 0) AS claim FROM due)
    SELECT ${asked}, claim::text FROM named WHERE pg_try_advisory_lock(claim) LIMIT ${limit}`;
  return { name: `claim ${job}`, text };
}
