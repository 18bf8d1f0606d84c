import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpMandateCharge } from '../follow-up-mandate-charge.use-case.js';

interface DueCharge {
  readonly customer_app_id: CustomerAppId;
  readonly payment_id: PaymentId;
}

/** Asks about charges of mandates without an outcome, by the clock of their app. */
@Injectable()
export class FollowUpMandateCharges extends DueRowsJob<DueCharge> {
  override readonly name = 'follow-up-mandate-charges';

  constructor(
    transactions: Transactions,
    private readonly followUpMandateCharge: FollowUpMandateCharge,
  ) {
    super(transactions, {
      table: 'mandate_charges',
      columns: ['payment_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(charge: DueCharge): Promise<boolean> {
    return this.followUpMandateCharge.execute(charge.customer_app_id, charge.payment_id);
  }
}
