import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { ExpirePaymentLink } from '../expire-payment-link.use-case.js';

interface DueLink {
  readonly customer_app_id: CustomerAppId;
  readonly payment_link_id: PaymentLinkId;
  readonly updated_at: Date;
  readonly expires_at: Date;
}

/** Links whose validity is over by their app's clock. One at a gateway waits for its outcome. */
@Injectable()
export class ExpirePaymentLinks extends DueRowsJob<DueLink> {
  override readonly name = 'expire-payment-links';

  constructor(
    transactions: Transactions,
    private readonly expirePaymentLink: ExpirePaymentLink,
  ) {
    super(transactions, {
      table: 'payment_links',
      columns: ['payment_link_id', 'updated_at'],
      dueAt: 'expires_at',
      open: `status = 'CREATED' AND NOT attempt_in_flight`,
    });
  }

  /**
   * A link without an attempt at a gateway expires at its own instant, also if later links expire
   * with it. Its payment and the draft of its mandate end at that instant too.
   */
  override nextStop(): Promise<null> {
    return Promise.resolve(null);
  }

  protected override runOne(link: DueLink): Promise<boolean> {
    return this.expirePaymentLink.execute(
      link.customer_app_id,
      link.payment_link_id,
      instantOf(link),
    );
  }
}

/** When it expired; not before its last change, which may be of the moment since. */
function instantOf({ expires_at: expiresAt, updated_at: updatedAt }: DueLink): Date {
  return updatedAt > expiresAt ? updatedAt : expiresAt;
}
