import { Injectable } from '@nestjs/common';
import type { AvailablePaymentMethod, CardDetails } from '@towpath/contracts/payment-link';
import type { AvailableMethod, SavedMethod } from '../payment-links/available-methods.query.js';
import type { PaymentLink } from '../payment-links/domain/payment-link.js';
import { OfferedMethods } from '../payment-links/offered-methods.query.js';
import type { Payer } from './payer.js';

const CARD_BRANDS = ['Visa', 'Mastercard', 'American Express', 'JCB', 'UnionPay'];

/** The methods of this link, the preferred one first. */
@Injectable()
export class ListAvailableMethods {
  constructor(private readonly offeredMethods: OfferedMethods) {}

  async execute({ customerAppId, paymentLinkId }: Payer): Promise<AvailablePaymentMethod[]> {
    const { link, methods } = await this.offeredMethods.execute(customerAppId, paymentLinkId);
    return methods.map((method) => availableMethod(method, link));
  }
}

function availableMethod(method: AvailableMethod, link: PaymentLink): AvailablePaymentMethod {
  const { type, account, integrationId, saved, price } = method;
  const shared = {
    payment_method_type: type,
    payment_account_id: account.accountId,
    payment_method_subtype: `${type}_GENERIC`,
    payment_method_provider: integrationId,
    surcharge_amount: link.terms.mode === 'PAYMENT' ? price.surchargeAmount : undefined,
  };
  if (type === 'WALLET' || type === 'MANUAL') return { ...shared, recurring: false };
  if (saved) return { ...shared, recurring: true, payment_method_id: saved.id, ...shown(saved) };
  if (type === 'MANDATE') return { ...shared, recurring: link.storesMethod };
  return { ...shared, recurring: link.storesMethod, payment_methods_list: CARD_BRANDS };
}

/** The data by which the payer recognizes the method. */
function shown({ card, mandate }: SavedMethod): Partial<AvailablePaymentMethod> {
  if (mandate) {
    const { numberMasked, institutionName } = mandate.account;
    const institution_name = institutionName ?? undefined;
    return { sender_account: { account_number_masked: numberMasked, institution_name } };
  }
  const { brand, last4, expiry_month, expiry_year } = (card?.snapshot.cardDetails ??
    {}) as CardDetails;
  return { card: { brand: brand ?? '', last4: last4 ?? '', expiry_month, expiry_year } };
}
