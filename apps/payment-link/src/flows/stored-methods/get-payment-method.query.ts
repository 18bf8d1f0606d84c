import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ReadMandateMethod } from '../../debit/mandate-methods/read-mandate-method.query.js';
import {
  StoredCardsReads,
  methodNotFound,
  parseMethodId,
} from '../../cards/payment-methods/stored-cards.reads.js';

/** A stored card, or a mandate that another service keeps. */
@Injectable()
export class GetPaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly cards: StoredCardsReads,
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
