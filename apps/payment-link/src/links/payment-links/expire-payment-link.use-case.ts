import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { ClosePaymentLink } from './close-payment-link.js';

/** Ends a link whose validity is over, unless its outcome is being decided or it is not over. */
@Injectable()
export class ExpirePaymentLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly closing: ClosePaymentLink,
  ) {}

  /** Whether it expired now; `at` is when it was due, the present of the app's clock by default. */
  execute(customerAppId: CustomerAppId, paymentLinkId: PaymentLinkId, at?: Date): Promise<boolean> {
    const expire = async (tx: AppTx): Promise<boolean> => {
      const { changed } = await this.closing.close(tx, paymentLinkId, {
        reason: 'the payment link expired',
        end: (link, open) => {
          if (!link.isDue(tx.now)) return false;
          link.expire(open, tx.now);
          return true;
        },
      });
      return changed;
    };
    return this.transactions.forApp(customerAppId, expire, { at });
  }
}
