import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type { CollectionRecord } from './domain/collection.js';
import { BankBooksRepository } from './persistence/bank-books.repository.js';
import { InstructionsRepository } from './persistence/instructions.repository.js';
import type { AppsReference } from './domain/debit-mandate.js';

/** Sends what was collected back to the payer, once however often the merchant asks. */
@Injectable()
export class ReverseCollection {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  execute(asked: AppsReference): Promise<CollectionRecord> {
    return this.transactions.asWorker(async (tx) => {
      const { collection, now } = await this.books.getCollection(tx, asked);
      collection.reverse(now);
      this.books.saveCollection(tx, collection);
      await this.instructions.note(tx, { kind: 'REVERSE', ...asked });
      return collection.record;
    });
  }
}
