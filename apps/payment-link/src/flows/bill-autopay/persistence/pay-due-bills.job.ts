import { Injectable } from '@nestjs/common';
import type { BillId, CustomerAppId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { PayDueBill } from '../pay-due-bill.use-case.js';

const DUE = dueRows({
  table: 'bills',
  columns: ['bill_id'],
  dueAt: 'autopay_at',
  open: 'autopay_at IS NOT NULL',
  limit: 100,
});

interface DueBill {
  readonly customer_app_id: CustomerAppId;
  readonly bill_id: BillId;
}

/** Bills whose due date has come by their app's clock. */
@Injectable()
export class PayDueBills extends DueJob {
  override readonly name = 'pay-due-bills';

  constructor(
    private readonly transactions: Transactions,
    private readonly pay: PayDueBill,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(autopay_at) AS due FROM bills
       WHERE customer_app_id = $1 AND autopay_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueBill>(DUE, [app ?? null]));
    return eachOf(due, (bill) => this.pay.execute(bill.customer_app_id, bill.bill_id));
  }
}
