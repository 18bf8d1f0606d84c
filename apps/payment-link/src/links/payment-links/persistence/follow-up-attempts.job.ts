import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAttemptId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, dueRows, type WorkerTx } from '@towpath/persistence';
import { FollowUpAttempt } from '../follow-up-attempt.use-case.js';

const DUE = dueRows({
  table: 'payment_attempts',
  columns: ['attempt_id'],
  dueAt: 'follow_up_at',
  limit: 100,
});

interface DueAttempt {
  readonly customer_app_id: CustomerAppId;
  readonly attempt_id: PaymentAttemptId;
}

/** Attempts whose outcome the gateway has to be asked for, by their app's clock. */
@Injectable()
export class FollowUpAttempts extends DueJob {
  override readonly name = 'follow-up-attempts';

  constructor(
    private readonly transactions: Transactions,
    private readonly followUp: FollowUpAttempt,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM payment_attempts
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueAttempt>(DUE, [app ?? null]));
    return eachOf(due, (attempt) =>
      this.followUp.execute(attempt.customer_app_id, attempt.attempt_id),
    );
  }
}
