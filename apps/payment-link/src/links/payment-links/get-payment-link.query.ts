import { Injectable } from '@nestjs/common';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { linkNotFound, parseLinkId } from './payment-link.errors.js';
import { PaymentLinkView } from './payment-link.view.js';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

@Injectable()
export class GetPaymentLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PaymentLinkRepository,
    private readonly view: PaymentLinkView,
  ) {}

  async execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentLinkResponse> {
    const paymentLinkId = parseLinkId(rawId);
    const { read, body } = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.links.read(tx, paymentLinkId);
      if (!found) throw linkNotFound();
      return { read: found, body: await this.view.body(tx, found) };
    });
    return this.view.withMandate(read, body);
  }
}
