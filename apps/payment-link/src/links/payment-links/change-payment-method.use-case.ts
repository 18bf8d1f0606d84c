import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ClosePaymentLink } from './close-payment-link.js';

/** Lets the payer choose again, unless the payer has submitted a method. */
@Injectable()
export class ChangePaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly closing: ClosePaymentLink,
  ) {}

  async execute(customerAppId: CustomerAppId, paymentLinkId: PaymentLinkId): Promise<void> {
    await this.transactions.forApp(customerAppId, (tx) =>
      this.closing.close(tx, paymentLinkId, {
        reason: 'the payer chose another payment method',
        end: (link, open) => {
          link.assertAcceptsAttempts(tx.now);
          if (open) link.replace(open, tx.now);
          return open !== null;
        },
      }),
    );
  }
}
