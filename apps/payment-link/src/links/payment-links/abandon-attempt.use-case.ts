import { Injectable } from '@nestjs/common';
import type { PaymentLinkId, PaymentMethodId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ClosePaymentLink } from './close-payment-link.js';

/**
 * The customer app cancelled a card that was still being set up: the payer's attempt with it ends.
 * One that is being captured goes on, without storing the card.
 */
@Injectable()
export class AbandonAttempt {
  constructor(private readonly closing: ClosePaymentLink) {}

  async execute(
    tx: AppTx,
    paymentLinkId: PaymentLinkId,
    paymentMethodId: PaymentMethodId,
  ): Promise<void> {
    const reason = 'the payment method was cancelled';
    await this.closing.close(tx, paymentLinkId, {
      reason,
      end: (link, open) => {
        if (open?.snapshot.paymentMethodId !== paymentMethodId) return false;
        if (open.status !== 'SELECTED' && open.status !== 'AUTHORIZING') return false;
        link.abandon(open, reason, tx.now);
        return true;
      },
    });
  }
}
