import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { FinishChecklist } from '../finish-checklist.use-case.js';

const MOST_AT_ONCE = 50;
// Half as long again as it has waited so far, within these bounds.
const NEXT_TRY = `$3::timestamptz + LEAST(interval '1 hour',
  GREATEST(interval '10 seconds', ($3::timestamptz - updated_at) / 2))`;

// Of those that wait, app by app: each app's clock is read once and its part of the index is searched.
const DUE = `
  SELECT customer_app_id, mandate_id FROM customer_app_views v
  CROSS JOIN LATERAL (SELECT mandate_id, finish_at FROM mandate_checklists c
    WHERE c.customer_app_id = v.customer_app_id AND finish_at <= app_now(v.customer_app_id)
    ORDER BY finish_at LIMIT $2) waiting
  WHERE $1::text IS NULL OR customer_app_id = $1
  ORDER BY finish_at LIMIT $2`;

interface Due {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/**
 * Complete checklists whose process ended, or whose payment service was down, go on their way. Those of
 * mandates that end otherwise are emptied in the transaction that ends them.
 */
@Injectable()
export class FinishChecklists extends DueJob {
  override readonly name = 'finish-checklists';

  constructor(
    private readonly transactions: Transactions,
    private readonly finish: FinishChecklist,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(finish_at) AS due FROM mandate_checklists WHERE customer_app_id = $1`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) =>
      tx.query<Due>(DUE, [app ?? null, MOST_AT_ONCE]),
    );
    return eachOf(due, ({ customer_app_id, mandate_id }) => this.one(customer_app_id, mandate_id));
  }

  /** One that cannot be finished now is looked at again later, so that it holds nobody up. */
  private async one(customerAppId: CustomerAppId, mandateId: MandateId): Promise<boolean> {
    await this.transactions.forApp(customerAppId, async (tx) => {
      await tx.query(
        `UPDATE mandate_checklists SET finish_at = ${NEXT_TRY}
         WHERE customer_app_id = $1 AND mandate_id = $2 AND finish_at IS NOT NULL`,
        [customerAppId, mandateId, tx.now],
      );
    });
    try {
      await this.finish.attempt(customerAppId, mandateId);
      return true;
    } catch (error) {
      if (error instanceof PeerUnavailable || error instanceof DomainError) return false;
      throw error;
    }
  }
}
