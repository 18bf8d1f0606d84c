import { Injectable } from '@nestjs/common';
import type { AvailablePaymentMethod, CardDetails } from '@towpath/contracts';
import { Transactions } from '@towpath/persistence';
import type { AvailableMethod } from '../payment-links/available-methods.query.js';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';
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
      return methods.map((method) => availableMethod(method, read.link));
    });
  }
}

function availableMethod(method: AvailableMethod, link: PaymentLink): AvailablePaymentMethod {
  const { type, account, integrationId, saved } = method;
  const shared = {
    payment_method_type: type,
    payment_account_id: account.accountId,
    payment_method_subtype: `${type}_GENERIC`,
    payment_method_provider: integrationId,
  };
  if (type === 'WALLET') return { ...shared, recurring: false };
  if (type === 'MANDATE') return { ...shared, recurring: link.storesMethod };
  if (!saved) {
    return { ...shared, recurring: link.storesMethod, payment_methods_list: CARD_BRANDS };
  }
  const { brand, last4, expiry_month, expiry_year } = (saved.snapshot.cardDetails ??
    {}) as CardDetails;
  return {
    ...shared,
    recurring: true,
    payment_method_id: saved.id,
    card: { brand: brand ?? '', last4: last4 ?? '', expiry_month, expiry_year },
  };
}
