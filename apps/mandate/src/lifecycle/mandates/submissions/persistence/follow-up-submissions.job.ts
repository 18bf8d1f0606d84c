import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpSubmission } from '../follow-up-submission.use-case.js';

interface DueSubmission {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/** Sends due mandates to banks, or asks banks about them, by their app's clock. */
@Injectable()
export class FollowUpSubmissions extends DueRowsJob<DueSubmission> {
  override readonly name = 'follow-up-mandates';

  constructor(
    transactions: Transactions,
    private readonly followUpSubmission: FollowUpSubmission,
  ) {
    super(transactions, {
      table: 'mandate_submissions',
      columns: ['mandate_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(submission: DueSubmission): Promise<boolean> {
    return this.followUpSubmission.execute(submission.customer_app_id, submission.mandate_id);
  }
}
