import type { CustomerAppId } from '@towpath/kernel';
import { quoteName } from '../database/service-names.js';
import type { Transactions } from '../transactions/transactions.js';
import type { WorkerTx } from '../transactions/tx.js';
import { DueJob, type DueLook } from './due-job.js';
import { dueRows, instantOf, type DueRows } from './due-rows.js';
import { eachOf } from './each-of.js';

/** A due job whose items are the rows of one table, each with the instant at which it is due. */
export abstract class DueRowsJob<
  Row extends { readonly customer_app_id: CustomerAppId },
> extends DueJob {
  private readonly statement: string;
  private readonly first: DueLook;

  /** `rows.columns` are those of `Row`. */
  protected constructor(
    protected readonly transactions: Transactions,
    private readonly rows: DueRows,
  ) {
    super();
    this.statement = dueRows(rows);
    this.first = { sql: dueRows({ ...rows, limit: 1 }) };
  }

  override look(): DueLook {
    return this.first;
  }

  override nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    return this.earliest(tx, app);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) =>
      tx.query<Row>(this.statement, [app ?? null]),
    );
    return eachOf(due, (row) => this.runOne(row));
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
      `SELECT min(${dueAt}) AS due FROM ${quoteName(table)}
       WHERE customer_app_id = $1 AND ${dueAt} IS NOT NULL AND (${open}) AND (${condition})`,
      [app],
    );
    return row?.due ?? null;
  }
}
