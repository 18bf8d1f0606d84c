import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { FollowUpAnswer } from '../follow-up-answer.use-case.js';

const DUE = dueRows({
  table: 'dispute_answers',
  columns: ['dispute_id'],
  dueAt: 'follow_up_at',
  limit: 100,
});

interface DueAnswer {
  readonly customer_app_id: CustomerAppId;
  readonly dispute_id: DisputeId;
}

/** Answers whose outcome is unknown, by each app's clock. */
@Injectable()
export class FollowUpAnswers extends DueJob {
  override readonly name = 'follow-up-dispute-answers';

  constructor(
    private readonly transactions: Transactions,
    private readonly followUp: FollowUpAnswer,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM dispute_answers
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueAnswer>(DUE, [app ?? null]));
    return eachOf(due, (each) => this.followUp.execute(each.customer_app_id, each.dispute_id));
  }
}
