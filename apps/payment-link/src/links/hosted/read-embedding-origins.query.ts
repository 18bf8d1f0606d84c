import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentLinkId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ReadPageContext } from '../payment-links/read-page-context.query.js';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';

export interface EmbeddedLink {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
}

/** The sites that may frame the page of one link, for the gateway's headers. */
@Injectable()
export class ReadEmbeddingOrigins {
  constructor(
    private readonly transactions: Transactions,
    private readonly readPaymentLink: ReadPaymentLink,
    private readonly readPageContext: ReadPageContext,
  ) {}

  async execute({ customerAppId, paymentLinkId }: EmbeddedLink): Promise<readonly string[]> {
    const { link } = await this.transactions.forApp(customerAppId, (tx) =>
      this.readPaymentLink.execute(tx, paymentLinkId),
    );
    return (await this.readPageContext.execute(link)).embeddingOrigins;
  }
}
