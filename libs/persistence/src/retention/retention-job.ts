import type { CustomerAppId } from '@towpath/kernel';
import { quoteName } from '../database/service-names.js';
import { Metrics } from '@towpath/observability';
import { DueJob } from '../due-jobs/due-job.js';
import { Transactions } from '../transactions/transactions.js';
import type { RetentionRule } from './retention-rules.js';
import { byValues } from '../transactions/planned-statement.js';

const EVERY_MS = 3_600_000;
const BATCH_ROWS = 5_000;

/** Deletes rows after their retention: hourly by real time, in batches, as the worker role. */
export class RetentionJob extends DueJob {
  override readonly name = 'retention';
  private readonly deletedRows;

  constructor(
    private readonly transactions: Transactions,
    private readonly rules: readonly RetentionRule[],
    metrics = new Metrics('retention'),
  ) {
    super(EVERY_MS);
    this.deletedRows = metrics.counter({
      name: 'retention_deleted_rows_total',
      help: 'Rows that retention deleted, by table; rows that go with them are not counted.',
      labels: ['table'],
    });
    const tables = rules.map(({ table }) => table);
    const twice = tables.find((table, index) => tables.indexOf(table) !== index);
    if (twice) throw new Error(`two retention rules for ${twice}`);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (app || this.isAtRest) return 0;
    let deleted = 0;
    for (const rule of this.rules) deleted += await this.apply(rule);
    this.beginRest();
    return deleted;
  }

  /** Deletes all rows that the rule no longer keeps; returns their number. */
  async apply(rule: RetentionRule): Promise<number> {
    const statement = rule.through ? callOf(rule.through) : deleteOf(rule);
    let total = 0;
    for (;;) {
      const [row] = await this.transactions.asWorker((tx) =>
        tx.query<{ deleted: number }>(byValues(statement.sql), statement.params),
      );
      const deleted = row?.deleted ?? 0;
      total += deleted;
      this.deletedRows.inc({ table: rule.table }, deleted);
      if (deleted < BATCH_ROWS) return total;
    }
  }
}

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Short transactions: a single delete of a month of rows would hold back vacuum for minutes. */
function deleteOf({ table, column, days, only = 'true' }: RetentionRule): Statement {
  const name = quoteName(table);
  const sql = `WITH old AS (SELECT ctid FROM ${name}
      WHERE ${quoteName(column)} < now() - $1 * interval '1 day' AND (${only}) LIMIT ${BATCH_ROWS}),
    gone AS (DELETE FROM ${name} WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) RETURNING 1)
    SELECT count(*) AS deleted FROM gone`;
  return { sql, params: [days] };
}

function callOf(through: string): Statement {
  return { sql: `SELECT ${quoteName(through)}($1) AS deleted`, params: [BATCH_ROWS] };
}
