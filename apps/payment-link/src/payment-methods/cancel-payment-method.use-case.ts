import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { methodNotFound, parseMethodId } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

/**
 * A stored method is no longer chargeable. One that still waits for its authorization is not stored
 * when that arrives: the link hears of it by the event and gives up the attempt.
 */
@Injectable()
export class CancelPaymentMethod {
  static readonly errors = ['PAYMENT_METHOD_NOT_FOUND', 'INVALID_PAYMENT_METHOD_STATUS'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly view: PaymentMethodView,
  ) {}

  execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const card = await this.methods.find(tx, id);
      if (!card) throw methodNotFound();
      card.cancel(tx.now, 'cancelled by the customer app');
      const batch = new WriteBatch();
      this.methods.save(batch, card);
      await tx.write(batch);
      const [body] = await this.view.bodies(tx, [card]);
      if (!body) throw methodNotFound();
      return body;
    });
  }
}
