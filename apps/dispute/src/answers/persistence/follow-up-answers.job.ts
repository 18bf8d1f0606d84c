import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpAnswer } from '../follow-up-answer.use-case.js';

interface DueAnswer {
  readonly customer_app_id: CustomerAppId;
  readonly dispute_id: DisputeId;
}

/** Answers whose outcome is unknown, by each app's clock. */
@Injectable()
export class FollowUpAnswers extends DueRowsJob<DueAnswer> {
  override readonly name = 'follow-up-dispute-answers';

  constructor(
    transactions: Transactions,
    private readonly followUpAnswer: FollowUpAnswer,
  ) {
    super(transactions, {
      table: 'dispute_answers',
      columns: ['dispute_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(each: DueAnswer): Promise<boolean> {
    return this.followUpAnswer.execute(each.customer_app_id, each.dispute_id);
  }
}
