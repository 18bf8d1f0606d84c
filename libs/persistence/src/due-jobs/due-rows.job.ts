import type { CustomerAppId } from '@towpath/kernel';
import { quoteName } from '../database/service-names.js';
import type { Transactions } from '../transactions/transactions.js';
import type { WorkerTx } from '../transactions/tx.js';
import { DueJob, type DueCheck } from './due-job.js';
import { claimOf, dueRows, instantOf, nextRow, type DueRows } from './due-rows.js';
import { AT_ONCE, AT_ONCE_WAITING, eachOf } from './each-of.js';
import type { JobLocks } from './job-locks.js';
import { byValues } from '../transactions/planned-statement.js';

export interface DueRowsOfJob extends DueRows {
  /** Each item calls a bank, a gateway or a peer: more of them run side by side. */
  readonly callsOut?: boolean;
}

/**
 * A due job over the rows of one table, each with its due instant. Replicas share the rows.
 * `runOne` locks its row, and commits a new due time before it makes a network call.
 */
export abstract class DueRowsJob<
  Row extends { readonly customer_app_id: CustomerAppId },
> extends DueJob {
  private readonly statement: string;
  private readonly first: DueCheck;
  private readonly atOnce: number;

  /** `rows.columns` are those of `Row`; the first one is the row's ID. */
  protected constructor(
    protected readonly transactions: Transactions,
    private readonly rows: DueRowsOfJob,
  ) {
    super();
    this.statement = dueRows(rows);
    this.first = { sql: dueRows({ ...rows, limit: 1 }), next: nextRow(rows) };
    this.atOnce = rows.callsOut ? AT_ONCE_WAITING : AT_ONCE;
  }

  override check(): DueCheck {
    return this.first;
  }

  override nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    return this.earliest(tx, app);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) =>
      tx.query<Row>(byValues(this.statement), [app ?? null]),
    );
    return this.each(due);
  }

  /**
   * Shares due rows among replicas: a replica skips rows that another one handles. A claim is an
   * advisory lock, so it ends with its process and writes nothing. It only saves duplicate work. Each
   * `runOne` still locks its row, checks the due time again, and moves it before a network call. A
   * lost claim therefore has no double effect.
   */
  override async runShare(locks: JobLocks): Promise<number> {
    const claim = { ...claimOf(this.name, this.rows), values: [null] };
    const { rows } = await locks.ask<Row & { readonly claim: string }>(claim);
    if (rows.length === 0) return 0;
    try {
      return await this.each(rows);
    } finally {
      const text = 'SELECT pg_advisory_unlock(claim) FROM unnest($1::bigint[]) AS claim';
      await locks.ask({ name: 'free rows', text, values: [rows.map((row) => row.claim)] });
    }
  }

  private each(rows: readonly Row[]): Promise<number> {
    return eachOf(rows, (row) => this.runOne(row), this.atOnce);
  }

  /** False when the item is not done, for one because it is no longer due. */
  protected abstract runOne(row: Row): Promise<boolean>;

  /** The earliest instant of the app's rows that wait and fulfil `condition`, which is SQL. */
  protected async earliest(
    tx: WorkerTx,
    app: CustomerAppId,
    condition = 'true',
  ): Promise<Date | null> {
    const { table, open = 'true' } = this.rows;
    const dueAt = instantOf(this.rows);
    const [row] = await tx.query<{ due: Date | null }>(
      byValues(`SELECT min(${dueAt}) AS due FROM ${quoteName(table)}
       WHERE customer_app_id = $1 AND ${dueAt} IS NOT NULL AND (${open}) AND (${condition})`),
      [app],
    );
    return row?.due ?? null;
  }
}
