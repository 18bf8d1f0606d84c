import { Injectable } from '@nestjs/common';
import type { AvailablePaymentMethod } from '@towpath/contracts';
import { Transactions } from '@towpath/persistence';
import { ReadPaymentLink } from '../payment-links/read-payment-link.query.js';
import type { Payer } from './payer.js';

const CARD_BRANDS = ['Visa', 'Mastercard', 'American Express', 'JCB', 'UnionPay'];

/** How this link can be paid, the preferred way first. */
@Injectable()
export class ListAvailableMethods {
  static readonly errors = ['PAYMENT_LINK_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly links: ReadPaymentLink,
  ) {}

  execute({ customerAppId, paymentLinkId }: Payer): Promise<AvailablePaymentMethod[]> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const read = await this.links.execute(tx, paymentLinkId);
      const methods = await this.links.methods(tx, read);
      return methods.map(({ type, account, integrationId }) => ({
        payment_method_type: type,
        recurring: read.link.storesMethod,
        payment_account_id: account.accountId,
        payment_method_subtype: 'CARD_GENERIC',
        payment_method_provider: integrationId,
        payment_methods_list: CARD_BRANDS,
      }));
    });
  }
}
