import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { FollowUpDebit } from '../follow-up-debit.use-case.js';

const BATCH = 100;

interface DueDebit {
  readonly customer_app_id: CustomerAppId;
  readonly payment_id: PaymentId;
}

/**
 * Charges whose outcome the bank has to be asked for, by their app's clock. It also settles those
 * that were reserved by a process that died: no reservation stays without an outcome.
 */
@Injectable()
export class FollowUpDebits extends DueJob {
  override readonly name = 'follow-up-debits';

  constructor(
    private readonly transactions: Transactions,
    private readonly followUp: FollowUpDebit,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM direct_debits
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) =>
      tx.query<DueDebit>(
        // app by app, so that each app's clock is read once and its part of the index is searched
        `SELECT customer_app_id, payment_id FROM customer_app_views v
         CROSS JOIN LATERAL (SELECT payment_id, follow_up_at FROM direct_debits d
           WHERE d.customer_app_id = v.customer_app_id
             AND follow_up_at <= app_now(v.customer_app_id)
           ORDER BY follow_up_at LIMIT ${BATCH}) due
         WHERE $1::text IS NULL OR customer_app_id = $1
         ORDER BY follow_up_at LIMIT ${BATCH}`,
        [app ?? null],
      ),
    );
    return eachOf(due, ({ customer_app_id: customerAppId, payment_id: paymentId }) =>
      this.followUp.execute({ customerAppId, paymentId }),
    );
  }
}
