import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import { EndMandate } from '../end-mandate.use-case.js';

const BATCH = 100;

/** As the index has it. */
const MAY_END = `status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED')
  AND end_date IS NOT NULL`;

interface OverMandate {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/** Mandates whose last day has passed, UTC, by their app's clock. */
@Injectable()
export class EndMandates extends DueJob {
  override readonly name = 'end-mandates';

  constructor(
    private readonly transactions: Transactions,
    private readonly endMandate: EndMandate,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT (min(end_date) + 1)::timestamp AT TIME ZONE 'UTC' AS due FROM mandates
       WHERE customer_app_id = $1 AND ${MAY_END}`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const over = await this.transactions.asWorker((tx) =>
      tx.query<OverMandate>(
        // app by app, so that each app's clock is read once and its part of the index is searched
        `SELECT customer_app_id, mandate_id FROM customer_app_views v
         CROSS JOIN LATERAL (SELECT mandate_id, end_date FROM mandates m
           WHERE m.customer_app_id = v.customer_app_id
             AND ${MAY_END}
             AND end_date < (app_now(v.customer_app_id) AT TIME ZONE 'UTC')::date
           ORDER BY end_date LIMIT ${BATCH}) past
         WHERE $1::text IS NULL OR customer_app_id = $1
         ORDER BY end_date LIMIT ${BATCH}`,
        [app ?? null],
      ),
    );
    return eachOf(over, (each) => this.endMandate.execute(each.customer_app_id, each.mandate_id));
  }
}
