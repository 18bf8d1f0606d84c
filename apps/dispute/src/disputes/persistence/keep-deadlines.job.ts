import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { KeepDeadline } from '../keep-deadline.use-case.js';

interface DueDispute {
  readonly customer_app_id: CustomerAppId;
  readonly dispute_id: DisputeId;
}

/** Reminders and deadlines, by each app's clock. */
@Injectable()
export class KeepDeadlines extends DueRowsJob<DueDispute> {
  override readonly name = 'keep-dispute-deadlines';

  constructor(
    transactions: Transactions,
    private readonly keepDeadline: KeepDeadline,
  ) {
    super(transactions, {
      table: 'disputes',
      columns: ['dispute_id'],
      dueAt: 'due_at',
    });
  }

  protected override runOne(each: DueDispute): Promise<boolean> {
    return this.keepDeadline.execute(each.customer_app_id, each.dispute_id);
  }
}
