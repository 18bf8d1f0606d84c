import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, dueRows, type WorkerTx } from '@towpath/persistence';
import { FollowUpCharge } from '../follow-up-charge.use-case.js';

const DUE = dueRows({
  table: 'charges',
  columns: ['payment_id'],
  dueAt: 'follow_up_at',
  limit: 100,
});

interface DueCharge {
  readonly customer_app_id: CustomerAppId;
  readonly payment_id: PaymentId;
}

/** Charges whose outcome the gateway has to be asked for, by their app's clock. */
@Injectable()
export class FollowUpCharges extends DueJob {
  override readonly name = 'follow-up-charges';

  constructor(
    private readonly transactions: Transactions,
    private readonly followUp: FollowUpCharge,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM charges
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueCharge>(DUE, [app ?? null]));
    return eachOf(due, (charge) =>
      this.followUp.execute(charge.customer_app_id, charge.payment_id),
    );
  }
}
