import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../gateway-refusal.js';
import type { CollectionRecord } from './domain/collection.js';
import { BankBooksRepository } from './persistence/bank-books.repository.js';
import { InstructionsRepository } from './persistence/instructions.repository.js';

/** Sends what was collected back to the payer, once however often the merchant asks. */
@Injectable()
export class ReverseCollectionUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  execute(reference: string): Promise<CollectionRecord> {
    return this.transactions.asWorker(async (tx) => {
      const found = await this.books.findCollection(tx, reference);
      if (!found) {
        throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
      }
      const { collection, now } = found;
      collection.reverse(now);
      await this.books.saveCollection(tx, collection);
      const { customerAppId } = collection.record;
      await this.instructions.note(tx, { kind: 'REVERSE', reference, customerAppId });
      return collection.record;
    });
  }
}
