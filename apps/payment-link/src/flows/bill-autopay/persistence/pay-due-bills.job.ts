import { Injectable } from '@nestjs/common';
import type { BillId, CustomerAppId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { PayDueBill } from '../pay-due-bill.use-case.js';

interface DueBill {
  readonly customer_app_id: CustomerAppId;
  readonly bill_id: BillId;
}

/** Bills whose due date has come by their app's clock. */
@Injectable()
export class PayDueBills extends DueRowsJob<DueBill> {
  override readonly name = 'pay-due-bills';

  constructor(
    transactions: Transactions,
    private readonly payDueBill: PayDueBill,
  ) {
    super(transactions, {
      table: 'bills',
      columns: ['bill_id'],
      dueAt: 'autopay_at',
      open: 'autopay_at IS NOT NULL',
      callsOut: true,
    });
  }

  protected override runOne(bill: DueBill): Promise<boolean> {
    return this.payDueBill.execute(bill.customer_app_id, bill.bill_id);
  }
}
