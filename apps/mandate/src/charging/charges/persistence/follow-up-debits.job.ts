import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { FollowUpDebit } from '../follow-up-debit.use-case.js';

interface DueDebit {
  readonly customer_app_id: CustomerAppId;
  readonly payment_id: PaymentId;
}

/**
 * Asks banks about charges without an outcome, by the clock of their app. It also settles
 * reservations of dead processes, so that every reservation gets an outcome.
 */
@Injectable()
export class FollowUpDebits extends DueRowsJob<DueDebit> {
  override readonly name = 'follow-up-debits';

  constructor(
    transactions: Transactions,
    private readonly followUpDebit: FollowUpDebit,
  ) {
    super(transactions, {
      table: 'direct_debits',
      columns: ['payment_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(debit: DueDebit): Promise<boolean> {
    const { customer_app_id: customerAppId, payment_id: paymentId } = debit;
    return this.followUpDebit.execute({ customerAppId, paymentId });
  }
}
