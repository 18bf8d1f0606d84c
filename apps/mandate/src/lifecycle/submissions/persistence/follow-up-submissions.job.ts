import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { FollowUpSubmission } from '../follow-up-submission.use-case.js';

const BATCH = 100;

interface DueSubmission {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/** Mandates that a bank has to be told of, or asked about, by their app's clock. */
@Injectable()
export class FollowUpSubmissions extends DueJob {
  override readonly name = 'follow-up-mandates';

  constructor(
    private readonly transactions: Transactions,
    private readonly followUp: FollowUpSubmission,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(follow_up_at) AS due FROM mandate_submissions
       WHERE customer_app_id = $1 AND follow_up_at IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) =>
      tx.query<DueSubmission>(
        // app by app, so that each app's clock is read once and its part of the index is searched
        `SELECT customer_app_id, mandate_id FROM customer_app_views v
         CROSS JOIN LATERAL (SELECT mandate_id, follow_up_at FROM mandate_submissions s
           WHERE s.customer_app_id = v.customer_app_id
             AND follow_up_at <= app_now(v.customer_app_id)
           ORDER BY follow_up_at LIMIT ${BATCH}) due
         WHERE $1::text IS NULL OR customer_app_id = $1
         ORDER BY follow_up_at LIMIT ${BATCH}`,
        [app ?? null],
      ),
    );
    return eachOf(due, (each) => this.followUp.execute(each.customer_app_id, each.mandate_id));
  }
}
