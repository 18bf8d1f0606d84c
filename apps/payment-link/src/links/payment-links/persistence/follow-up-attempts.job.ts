import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAttemptId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpAttempt } from '../follow-up-attempt.use-case.js';

interface DueAttempt {
  readonly customer_app_id: CustomerAppId;
  readonly attempt_id: PaymentAttemptId;
}

/** Asks gateways about attempts without an outcome, by the clock of their app. */
@Injectable()
export class FollowUpAttempts extends DueRowsJob<DueAttempt> {
  override readonly name = 'follow-up-attempts';

  constructor(
    transactions: Transactions,
    private readonly followUpAttempt: FollowUpAttempt,
  ) {
    super(transactions, {
      table: 'payment_attempts',
      columns: ['attempt_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(attempt: DueAttempt): Promise<boolean> {
    return this.followUpAttempt.execute(attempt.customer_app_id, attempt.attempt_id);
  }
}
