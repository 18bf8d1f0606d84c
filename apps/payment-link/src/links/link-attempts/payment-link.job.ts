import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import { LinkClosingService } from './link-closing.service.js';

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
    private readonly closing: LinkClosingService,
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

  /** At its end; not before its last change, which may be of the moment since. */
  protected override runOne(link: DueLink): Promise<boolean> {
    const { customer_app_id, payment_link_id, expires_at, updated_at } = link;
    const at = updated_at > expires_at ? updated_at : expires_at;
    return this.closing.expire(customer_app_id, payment_link_id, at);
  }
}
