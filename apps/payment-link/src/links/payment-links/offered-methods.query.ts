import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { type AppTx, Transactions } from '@towpath/persistence';
import type { SavedMandate } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { AvailableMethods, type AvailableMethod } from './available-methods.query.js';
import type { PaymentLink } from './domain/payment-link.js';
import { ReadPaymentLink } from './read-payment-link.query.js';

interface OfferedLink {
  readonly link: PaymentLink;
  /** The one to prefer first. */
  readonly methods: readonly AvailableMethod[];
}

/**
 * The methods with which a payer can pay a link. If mandate is unavailable, stored mandates are
 * omitted.
 */
@Injectable()
export class OfferedMethods {
  constructor(
    private readonly transactions: Transactions,
    private readonly readPaymentLink: ReadPaymentLink,
    private readonly availableMethods: AvailableMethods,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(customerAppId: CustomerAppId, paymentLinkId: PaymentLinkId): Promise<OfferedLink> {
    const { link, savedOn, methods } = await this.transactions.forApp(customerAppId, async (tx) => {
      const read = await this.readPaymentLink.execute(tx, paymentLinkId);
      const on = await this.availableMethods.savedOn(tx, read.link);
      // most payers have saved none, and are told in this transaction
      const all = on.size === 0 ? await this.methods(tx, read.link, []) : null;
      return { link: read.link, savedOn: on, methods: all };
    });
    if (methods) return { link, methods };
    const saved = await this.savedMandates(link, savedOn);
    return this.transactions.forApp(customerAppId, async (tx) => ({
      link,
      methods: await this.methods(tx, link, saved),
    }));
  }

  private async methods(
    tx: AppTx,
    link: PaymentLink,
    savedMandates: readonly SavedMandate[],
  ): Promise<AvailableMethod[]> {
    const accounts = await this.availableMethods.accounts(tx);
    return this.availableMethods.execute(tx, link, { accounts, savedMandates });
  }

  private async savedMandates(
    link: PaymentLink,
    savedOn: ReadonlySet<PaymentLinkId>,
  ): Promise<SavedMandate[]> {
    try {
      return await this.availableMethods.savedMandates(link, savedOn);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
      this.logger.warn({ error, paymentLinkId: link.id }, 'no saved mandate is offered');
      return [];
    }
  }
}
