import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { methodNotFound } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/**
 * A stored card is no longer chargeable. A card that still waits for its authorization is not stored
 * when that arrives: the link receives the event and ends the attempt.
 */
@Injectable()
export class CancelStoredCard {
  constructor(
    private readonly transactions: Transactions,
    private readonly cards: PaymentMethodRepository,
    private readonly view: PaymentMethodView,
  ) {}

  /** Null when the app has no card with this ID. */
  execute(
    customerAppId: CustomerAppId,
    id: PaymentMethodId,
  ): Promise<PaymentMethodResponse | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const card = await this.cards.find(tx, id);
      if (!card) return null;
      card.cancel(tx.now, 'cancelled by the customer app');
      const batch = new WriteBatch();
      this.cards.save(batch, card);
      tx.write(batch);
      const [body] = await this.view.bodies(tx, [card]);
      if (!body) throw methodNotFound();
      return body;
    });
  }
}
