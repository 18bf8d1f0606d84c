import { Injectable } from '@nestjs/common';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { StoredCard, type StoredCardTerms } from './domain/stored-card.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/** A payer chose a card that is to be kept: it is listed from the caller's transaction on. */
@Injectable()
export class StartStoredCard {
  constructor(private readonly methods: PaymentMethodRepository) {}

  execute(tx: AppTx, batch: WriteBatch, terms: StoredCardTerms): void {
    this.methods.save(batch, StoredCard.choose(terms, tx.now));
  }
}
