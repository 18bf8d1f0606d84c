import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import {
  methodNotFound,
  parseMethodId,
} from '../../cards/payment-methods/payment-method.errors.js';
import { CardMethods } from '../../cards/payment-methods/card-methods.js';
import { ReadMandateMethod } from '../../debit/mandate-methods/read-mandate-method.query.js';

/** A stored card, or a mandate that another service keeps. */
@Injectable()
export class GetPaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly cards: CardMethods,
    private readonly readMandateMethod: ReadMandateMethod,
  ) {}

  async execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const card = await this.transactions.forApp(customerAppId, (tx) => this.cards.body(tx, id));
    const body = card ?? (await this.readMandateMethod.execute(customerAppId, id));
    if (!body) throw methodNotFound();
    return body;
  }
}
