import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PayoutId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { PursuePayout } from '../pursue-payout.use-case.js';

interface DuePayout {
  readonly customer_app_id: CustomerAppId;
  readonly payout_id: PayoutId;
}

/** Sends due payouts, asks about them, and starts scheduled ones, by the clock of their app. */
@Injectable()
export class FollowUpPayouts extends DueRowsJob<DuePayout> {
  override readonly name = 'follow-up-payouts';

  constructor(
    transactions: Transactions,
    private readonly pursuePayout: PursuePayout,
  ) {
    super(transactions, {
      table: 'payouts',
      columns: ['payout_id'],
      dueAt: 'due_at',
      callsOut: true,
    });
  }

  protected override runOne(payout: DuePayout): Promise<boolean> {
    return this.pursuePayout.execute(payout.customer_app_id, payout.payout_id);
  }
}
