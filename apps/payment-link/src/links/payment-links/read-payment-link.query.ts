import { Injectable } from '@nestjs/common';
import type { PaymentLinkId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import type { ShownLink } from './ports.js';

/** A link for its payer: the data of the hosted page, in one round trip. */
@Injectable()
export class ReadPaymentLink {
  constructor(private readonly links: PaymentLinkRepository) {}

  async execute(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ShownLink> {
    const read = await this.links.readForPayer(tx, paymentLinkId);
    if (!read) throw linkNotFound();
    return read;
  }
}
