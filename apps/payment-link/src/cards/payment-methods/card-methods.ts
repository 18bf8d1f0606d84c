import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { PaymentMethodId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/** Stored cards as payment methods, for resources and lists that show them. */
@Injectable()
export class CardMethods {
  constructor(
    private readonly cards: PaymentMethodRepository,
    private readonly view: PaymentMethodView,
  ) {}

  /** Undefined when the app has no card with this ID. */
  async body(tx: AppTx, id: PaymentMethodId): Promise<PaymentMethodResponse | undefined> {
    const card = await this.cards.find(tx, id);
    const [body] = card ? await this.view.bodies(tx, [card]) : [];
    return body;
  }

  /** Newest first, in every status. */
  async ofUser(tx: AppTx, userId: PaymentUserId): Promise<PaymentMethodResponse[]> {
    return this.view.bodies(tx, await this.cards.ofUser(tx, userId));
  }
}
