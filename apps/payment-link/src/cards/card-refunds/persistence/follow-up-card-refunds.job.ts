import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import type { RefundId } from '../../../money/refunds/domain/refund.js';
import { PursueCardRefund } from '../pursue-card-refund.use-case.js';

const DUE = dueRows({
  table: 'refunds',
  columns: ['refund_id'],
  dueAt: 'follow_up_at',
  limit: 100,
});

interface DueRefund {
  readonly customer_app_id: CustomerAppId;
  readonly refund_id: RefundId;
}

/** Refunds that the gateway has to be told of again, by their app's clock. */
@Injectable()
export class FollowUpCardRefunds extends DueJob {
  override readonly name = 'follow-up-card-refunds';

  constructor(
    private readonly transactions: Transactions,
    private readonly pursue: PursueCardRefund,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM refunds
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueRefund>(DUE, [app ?? null]));
    return eachOf(due, (refund) => this.pursue.followUp(refund.customer_app_id, refund.refund_id));
  }
}
