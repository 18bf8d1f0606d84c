import { Injectable } from '@nestjs/common';
import type { PaymentMethodId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { StoredCard } from './domain/stored-card.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/** Cards that a payer saved on an earlier link, to pay with by one tap. */
@Injectable()
export class FindSavedCards {
  constructor(private readonly methods: PaymentMethodRepository) {}

  /** Newest first; only those that may be offered to this payer now. */
  async execute(
    tx: AppTx,
    payer: { readonly userId: PaymentUserId; readonly live: boolean },
  ): Promise<StoredCard[]> {
    const cards = await this.methods.ofUser(tx, payer.userId);
    return cards.filter((card) => card.isOfferedTo(payer, tx.now));
  }

  byId(tx: AppTx, id: PaymentMethodId): Promise<StoredCard | null> {
    return this.methods.find(tx, id);
  }
}
