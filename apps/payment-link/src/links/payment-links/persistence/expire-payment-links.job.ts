import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { DueJob, eachOf, Transactions, dueRows, type WorkerTx } from '@towpath/persistence';
import { ExpirePaymentLink } from '../expire-payment-link.use-case.js';

const OPEN = `status = 'CREATED' AND NOT attempt_in_flight`;

const DUE = dueRows({
  table: 'payment_links',
  columns: ['payment_link_id', 'updated_at'],
  dueAt: 'expires_at',
  open: OPEN,
  limit: 100,
});

interface DueLink {
  readonly customer_app_id: CustomerAppId;
  readonly payment_link_id: PaymentLinkId;
  readonly updated_at: Date;
  readonly expires_at: Date;
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

  /** A link that nobody is paying affects nothing else: it expires at its instant, whenever done. */
  override async nextStop(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(expires_at) AS due FROM payment_links
       WHERE customer_app_id = $1 AND ${OPEN} AND open_attempt_id IS NOT NULL`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueLink>(DUE, [app ?? null]));
    return eachOf(due, (link) =>
      this.expire.execute(link.customer_app_id, link.payment_link_id, instantOf(link)),
    );
  }
}

/** When it expired; not before its last change, which may be of the moment since. */
function instantOf({ expires_at: expiresAt, updated_at: updatedAt }: DueLink): Date {
  return updatedAt > expiresAt ? updatedAt : expiresAt;
}
