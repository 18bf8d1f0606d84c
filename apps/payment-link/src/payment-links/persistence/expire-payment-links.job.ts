import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { DueJob, Transactions, type WorkerTx } from '@towpath/persistence';
import { eachOf } from '../../persistence/each-of.js';
import { ExpirePaymentLink } from '../expire-payment-link.use-case.js';

const BATCH = 100;
const OPEN = `status = 'CREATED' AND NOT attempt_in_flight`;

// Links are many, those that are due few. By real time an index finds them; only the apps whose clock
// runs ahead of it need all of their own links looked at. `app_now` for each link would look at all.
const DUE = `
  SELECT customer_app_id, payment_link_id FROM (
    (SELECT l.customer_app_id, l.payment_link_id, l.expires_at
     FROM payment_links l
     WHERE ${OPEN} AND l.expires_at <= now() AND l.expires_at <= app_now(l.customer_app_id)
       AND ($1::text IS NULL OR l.customer_app_id = $1)
     ORDER BY l.expires_at LIMIT ${BATCH})
    UNION ALL
    (SELECT l.customer_app_id, l.payment_link_id, l.expires_at
     FROM customer_app_views v CROSS JOIN LATERAL (
       SELECT customer_app_id, payment_link_id, expires_at FROM payment_links
       WHERE customer_app_id = v.customer_app_id AND ${OPEN}
         AND expires_at > now() AND expires_at <= app_now(v.customer_app_id)
       LIMIT ${BATCH}) AS l
     WHERE (v.clock_offset_ms > 0 OR v.clock_frozen_at > now())
       AND ($1::text IS NULL OR v.customer_app_id = $1))
  ) AS due ORDER BY expires_at LIMIT ${BATCH}`;

interface DueLink {
  readonly customer_app_id: CustomerAppId;
  readonly payment_link_id: PaymentLinkId;
}

/** Links whose validity is over by their app's clock. One at a gateway waits for its outcome. */
@Injectable()
export class ExpirePaymentLinks extends DueJob {
  override readonly name = 'expire-payment-links';

  constructor(
    private readonly transactions: Transactions,
    private readonly expire: ExpirePaymentLink,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(expires_at) AS due FROM payment_links WHERE customer_app_id = $1 AND ${OPEN}`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueLink>(DUE, [app ?? null]));
    return eachOf(due, (link) => this.expire.execute(link.customer_app_id, link.payment_link_id));
  }
}
