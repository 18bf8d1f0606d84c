import { Injectable } from '@nestjs/common';
import type { PaymentLinkId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { AvailableMethods, type AvailableMethod } from './available-methods.query.js';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository, type ReadLink } from './ports.js';
import { readTogether } from '../persistence/read-together.js';

/** A link for its payer: what the hosted page needs to know. */
@Injectable()
export class ReadPaymentLink {
  static readonly errors = ['PAYMENT_LINK_NOT_FOUND'] as const;

  constructor(
    private readonly links: PaymentLinkRepository,
    private readonly available: AvailableMethods,
  ) {}

  async execute(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ReadLink> {
    const read = await this.links.read(tx, paymentLinkId);
    if (!read) throw linkNotFound();
    return read;
  }

  async methods(tx: AppTx, { link }: ReadLink): Promise<AvailableMethod[]> {
    const { accounts } = await readTogether(tx, { accounts: this.available.lookup(tx) });
    return this.available.execute(tx, link, accounts);
  }
}
