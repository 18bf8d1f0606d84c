import type { CustomerAppId } from '@towpath/kernel';
import { quoteName } from '../database/service-names.js';
import { DUE_ROWS_LIMIT, dueRows, type DueRows } from './due-rows.js';
import { eachOf } from './each-of.js';
import type { JobLocks } from './job-locks.js';

/** So many replicas find work at the same time, each a batch that no other has. */
const REPLICAS = 12;

interface Claimed {
  readonly claim: string;
}

/**
 * Shares due rows among replicas: a replica skips rows that another one handles. A claim is an
 * advisory lock, so it ends with its process and writes nothing. It only saves duplicate work. Each
 * use case still locks its row, checks the due time again, and moves it before a network call. A
 * lost claim therefore has no double effect.
 */
export class RowClaims {
  constructor(private readonly locks: JobLocks) {}

  /** Hands each row of a batch that is due and not claimed to `handle`; returns how many it did. */
  async each<Row extends { readonly customer_app_id: CustomerAppId }>(
    statement: ClaimStatement,
    { atOnce, handle }: { readonly atOnce: number; handle(row: Row): Promise<boolean> },
  ): Promise<number> {
    const { rows } = await this.locks.ask<Row & Claimed>({ ...statement, values: [null] });
    if (rows.length === 0) return 0;
    try {
      return await eachOf(rows, handle, atOnce);
    } finally {
      await this.free(rows.map(({ claim }) => claim));
    }
  }

  private async free(claims: readonly string[]): Promise<void> {
    const text = 'SELECT pg_advisory_unlock(claim) FROM unnest($1::bigint[]) AS claim';
    await this.locks.ask({ name: 'free rows', text, values: [claims] });
  }
}

export interface ClaimStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Finds due rows like `dueRows`, and claims them. The outer query filters row by row until the
 * batch is full, so it locks only returned rows.
 */
export function claimOf(job: string, rows: DueRows): ClaimStatement {
  const { columns, dueAt, limit = DUE_ROWS_LIMIT } = rows;
  const id = ['customer_app_id', ...columns.slice(0, 1)].map(quoteName).join(', ');
  const asked = ['customer_app_id', ...columns, dueAt].map(quoteName).join(', ');
  const text = `
    WITH due AS MATERIALIZED (${dueRows({ ...rows, limit: limit * REPLICAS })}),
    named AS MATERIALIZED (
      SELECT *, hashtextextended(concat_ws(' ', '${job}', ${id}), 0) AS claim FROM due)
    SELECT ${asked}, claim::text FROM named WHERE pg_try_advisory_lock(claim) LIMIT ${limit}`;
  return { name: `claim ${job}`, text };
}
