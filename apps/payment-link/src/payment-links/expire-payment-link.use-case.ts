import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ClosePaymentLink } from './close-payment-link.js';

/** Ends a link whose validity is over, unless its outcome is being decided or it is not over. */
@Injectable()
export class ExpirePaymentLink {
  static readonly errors = ['PAYMENT_LINK_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly closing: ClosePaymentLink,
  ) {}

  /** Whether it expired now. */
  execute(customerAppId: CustomerAppId, paymentLinkId: PaymentLinkId): Promise<boolean> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const { changed } = await this.closing.close(tx, paymentLinkId, {
        reason: 'the payment link expired',
        end: (link, open) => {
          if (!link.isDue(tx.now)) return false;
          link.expire(open, tx.now);
          return true;
        },
      });
      return changed;
    });
  }
}
