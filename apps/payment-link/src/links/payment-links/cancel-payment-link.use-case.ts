import { Injectable } from '@nestjs/common';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ClosePaymentLink } from './close-payment-link.js';
import { linkNotFound, parseLinkId } from './payment-link.errors.js';
import { PaymentLinkView } from './payment-link.view.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

/**
 * Cancels a link while no money can be moving. An attempt that waits for its authorization ends
 * too, and its authorization at the gateway is voided afterwards.
 */
@Injectable()
export class CancelPaymentLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly closing: ClosePaymentLink,
    private readonly view: PaymentLinkView,
  ) {}

  execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentLinkResponse> {
    const paymentLinkId = parseLinkId(rawId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      await this.closing.close(tx, paymentLinkId, {
        reason: 'the payment link was cancelled',
        end: (link, open) => {
          link.cancel(open, tx.now);
          return true;
        },
      });
      const read = await this.links.read(tx, paymentLinkId);
      if (!read) throw linkNotFound();
      return this.view.body(tx, read);
    });
  }
}
