import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpCharge } from '../follow-up-charge.use-case.js';

interface DueCharge {
  readonly customer_app_id: CustomerAppId;
  readonly payment_id: PaymentId;
}

/** Asks gateways about charges without an outcome, by the clock of their app. */
@Injectable()
export class FollowUpCharges extends DueRowsJob<DueCharge> {
  override readonly name = 'follow-up-charges';

  constructor(
    transactions: Transactions,
    private readonly followUpCharge: FollowUpCharge,
  ) {
    super(transactions, {
      table: 'charges',
      columns: ['payment_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(charge: DueCharge): Promise<boolean> {
    return this.followUpCharge.execute(charge.customer_app_id, charge.payment_id);
  }
}
