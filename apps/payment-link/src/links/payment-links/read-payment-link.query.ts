import { Injectable } from '@nestjs/common';
import type { PaymentLinkId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { linkNotFound } from './payment-link.errors.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';
import type { ReadLink } from './ports.js';

/** A link for its payer: what the hosted page needs to know. */
@Injectable()
export class ReadPaymentLink {
  constructor(private readonly links: PaymentLinkRepository) {}

  async execute(tx: AppTx, paymentLinkId: PaymentLinkId): Promise<ReadLink> {
    const read = await this.links.read(tx, paymentLinkId);
    if (!read) throw linkNotFound();
    return read;
  }
}
