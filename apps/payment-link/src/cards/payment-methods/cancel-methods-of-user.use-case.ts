import { Injectable } from '@nestjs/common';
import type { PaymentMethodId, PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/**
 * No card of the user is chargeable any more, in the caller's transaction. One that still waits for
 * its authorization is not stored when that arrives.
 */
@Injectable()
export class CancelMethodsOfUser {
  constructor(private readonly methods: PaymentMethodRepository) {}

  /** Returns those that were not cancelled before. */
  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { userId, reason }: { readonly userId: PaymentUserId; readonly reason: string },
  ): Promise<PaymentMethodId[]> {
    const stored = await this.methods.ofUser(tx, userId);
    const cards = stored.filter((card) => card.canBeCancelled);
    for (const card of cards) {
      card.cancel(tx.now, reason);
      this.methods.save(batch, card);
    }
    return cards.map(({ id }) => id);
  }
}
