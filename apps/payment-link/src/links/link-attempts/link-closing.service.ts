import { Injectable } from '@nestjs/common';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import {
  refusalOf,
  type CustomerAppId,
  type PaymentLinkId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { findTogether, Transactions, type AppTx } from '@towpath/persistence';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import { PaymentAttemptsService } from './payment-attempts.service.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { parseLinkId, type PaymentLink } from '../payment-links/payment-link.js';
import type { PaymentLinkSnapshot } from '../payment-links/payment-link.table.js';
import { PaymentLinksReads } from '../payment-links/payment-links.reads.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { PaymentsService } from '../../money/payments/payments.service.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';

/** A link that somebody may cancel. */
interface WeighedLink {
  readonly link: PaymentLinkSnapshot;
  /** Of the attempt that ends with it, if any. */
  readonly openMethod: string | undefined;
  /** Why it cannot be cancelled. */
  readonly refusal: string | undefined;
}

/** Ends links, and the open attempts of links, with their payment and card. */
@Injectable()
export class LinkClosingService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: PaymentAttemptsService,
    private readonly payments: PaymentsService,
    private readonly storedCards: StoredCardsService,
    private readonly reads: PaymentLinksReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /**
   * Cancels a link while no money can be moving. An attempt that waits for its authorization ends
   * too, and its authorization at the gateway is voided afterwards.
   */
  async cancel(app: CustomerAppId, rawId: string): Promise<PaymentLinkResponse> {
    const paymentLinkId = parseLinkId(rawId);
    const body = await this.db.forApp(app, async (tx) => {
      await this.close(tx, paymentLinkId, (link, open) => link.cancel(open, tx.now));
      return this.reads.body(tx, await this.reads.read(tx, paymentLinkId));
    });
    return this.names.shown(body);
  }

  /** What `cancel` would end; nothing changes. */
  weighCancel(app: CustomerAppId, rawId: string): Promise<WeighedLink> {
    return this.db.forApp(app, async (tx) => {
      const [link, open] = await this.attempts.lockOpen(tx, parseLinkId(rawId));
      const { snapshot } = link;
      const refusal = refusalOf(() => link.cancel(open, tx.now));
      return { link: snapshot, openMethod: open?.snapshot.paymentMethodType, refusal };
    });
  }

  /**
   * Ends a link whose validity is over, unless its outcome is being decided. Whether it expired now.
   *
   * @param at when it was due; by default the present of the app's clock
   */
  expire(app: CustomerAppId, paymentLinkId: PaymentLinkId, at?: Date): Promise<boolean> {
    const expire = (tx: AppTx): Promise<boolean> =>
      this.close(tx, paymentLinkId, (link, open) =>
        link.isDue(tx.now) ? link.expire(open, tx.now) : null,
      );
    return this.db.forApp(app, expire, { at });
  }

  /** Lets the payer choose again, unless the payer has submitted a method. */
  async change({ customerAppId, paymentLinkId }: LinkOfApp): Promise<void> {
    await this.db.forApp(customerAppId, (tx) => this.replace(tx, paymentLinkId));
  }

  /** The open attempt of the link, if any, gives its place to another one. */
  async replace(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<void> {
    await this.close(tx, paymentLinkId, (link, open) => {
      link.assertAcceptsAttempts(tx.now);
      if (!open) return null;
      link.replace(open, tx.now);
      return 'the payer chose another payment method';
    });
  }

  /**
   * The customer app cancelled a card that was still being set up: the payer's attempt with it ends.
   * One that is being captured continues, without storing the card.
   */
  async abandon(
    tx: AppTx,
    paymentLinkId: PaymentLinkId,
    paymentMethodId: PaymentMethodId,
  ): Promise<void> {
    const reason = 'the payment method was cancelled';
    await this.close(tx, paymentLinkId, (link, open) => {
      if (open?.snapshot.paymentMethodId !== paymentMethodId) return null;
      if (open.status !== 'SELECTED' && open.status !== 'AUTHORIZING') return null;
      link.abandon(open, reason, tx.now);
      return reason;
    });
  }

  /**
   * Whether the link changed.
   *
   * @param end ends the link, or its attempt, by a rule of the link; null if there is nothing to do
   */
  private async close(
    tx: AppTx,
    paymentLinkId: PaymentLinkId,
    end: (link: PaymentLink, open: PaymentAttempt | null) => string | null,
  ): Promise<boolean> {
    const [[link, attempt], [payment, card]] = await Promise.all([
      this.attempts.lockOpen(tx, paymentLinkId),
      findTogether(tx, [
        this.payments.openOfLink(paymentLinkId),
        this.storedCards.openOfLink(paymentLinkId),
      ]),
    ]);
    const reason = end(link, attempt);
    if (reason === null) return false;
    const step = { step: 'CANCEL', reason } as const;
    this.attempts.save(tx, { link, attempt, payment, card }, { payment: [step], card: step });
    return true;
  }
}
