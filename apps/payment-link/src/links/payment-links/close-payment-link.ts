import { Injectable } from '@nestjs/common';
import type { PaymentLinkId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import { PaymentsService } from '../../money/payments/payments.service.js';

export interface Closing {
  /** Ends the link, or its attempt, by a rule of the link; false when there is nothing to do. */
  readonly end: (link: PaymentLink, open: PaymentAttempt | null) => boolean;
  readonly reason: string;
}

/** A step shared by cancellation, expiry and another method: it ends the open attempt. */
@Injectable()
export class ClosePaymentLink {
  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
  ) {}

  /** Returns the link, locked, and whether it changed. */
  async close(
    tx: AppTx,
    paymentLinkId: PaymentLinkId,
    { end, reason }: Closing,
  ): Promise<{ readonly link: PaymentLink; readonly changed: boolean }> {
    const [link, open, payment, card] = await Promise.all([
      this.links.lock(tx, { paymentLinkId }),
      this.links.openAttempt(tx, paymentLinkId),
      this.payments.openOfLink(tx, paymentLinkId),
      this.storedCards.openOfLink(tx, paymentLinkId),
    ]);
    if (!link) throw linkNotFound();
    if (!end(link, open)) return { link, changed: false };
    const batch = new WriteBatch();
    this.links.save(batch, link, open ? [open] : []);
    this.payments.advance(tx, batch, { payment, steps: [{ step: 'CANCEL', reason }] });
    this.storedCards.advance(tx, batch, { card, step: { step: 'CANCEL', reason } });
    tx.write(batch);
    return { link, changed: true };
  }
}
