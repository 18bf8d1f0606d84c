import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { KeepDeadline } from '../keep-deadline.use-case.js';

const DUE = dueRows({ table: 'disputes', columns: ['dispute_id'], dueAt: 'due_at', limit: 100 });

interface DueDispute {
  readonly customer_app_id: CustomerAppId;
  readonly dispute_id: DisputeId;
}

/** Reminders and deadlines, by each app's clock. */
@Injectable()
export class KeepDeadlines extends DueJob {
  override readonly name = 'keep-dispute-deadlines';

  constructor(
    private readonly transactions: Transactions,
    private readonly keepDeadline: KeepDeadline,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(due_at) AS due FROM disputes WHERE customer_app_id = $1 AND due_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueDispute>(DUE, [app ?? null]));
    return eachOf(due, (each) => this.keepDeadline.execute(each.customer_app_id, each.dispute_id));
  }
}
