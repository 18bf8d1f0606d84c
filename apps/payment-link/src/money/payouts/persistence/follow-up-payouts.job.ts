import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PayoutId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { PursuePayout } from '../pursue-payout.use-case.js';

const DUE = dueRows({ table: 'payouts', columns: ['payout_id'], dueAt: 'due_at', limit: 100 });

interface DuePayout {
  readonly customer_app_id: CustomerAppId;
  readonly payout_id: PayoutId;
}

/** Payouts to be sent, to be asked for, or whose day has come, by their app's clock. */
@Injectable()
export class FollowUpPayouts extends DueJob {
  override readonly name = 'follow-up-payouts';

  constructor(
    private readonly transactions: Transactions,
    private readonly pursue: PursuePayout,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(due_at) AS due FROM payouts
       WHERE customer_app_id = $1 AND due_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DuePayout>(DUE, [app ?? null]));
    return eachOf(due, (payout) => this.pursue.execute(payout.customer_app_id, payout.payout_id));
  }
}
