import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import type { RefundId } from '../../../money/refunds/domain/refund.js';
import { PursueCardRefund } from '../pursue-card-refund.use-case.js';

interface DueRefund {
  readonly customer_app_id: CustomerAppId;
  readonly refund_id: RefundId;
}

/** Sends due refunds to the gateway again, by the clock of their app. */
@Injectable()
export class FollowUpCardRefunds extends DueRowsJob<DueRefund> {
  override readonly name = 'follow-up-card-refunds';

  constructor(
    transactions: Transactions,
    private readonly pursueCardRefund: PursueCardRefund,
  ) {
    super(transactions, {
      table: 'refunds',
      columns: ['refund_id'],
      dueAt: 'follow_up_at',
      callsOut: true,
    });
  }

  protected override runOne(refund: DueRefund): Promise<boolean> {
    return this.pursueCardRefund.followUp(refund.customer_app_id, refund.refund_id);
  }
}
