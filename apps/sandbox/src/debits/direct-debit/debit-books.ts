import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type { CollectionRecord } from './domain/collection.js';
import type { AppsReference, DebitMandateRecord } from './domain/debit-mandate.js';
import { BankBooksRepository } from './persistence/bank-books.repository.js';
import {
  InstructionsRepository,
  type ToldInstructions,
} from './persistence/instructions.repository.js';

/**
 * Mandates and collections at the bank: the present status, which includes what the clock of the app
 * has made due.
 */
@Injectable()
export class DebitBooks {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  mandate(asked: AppsReference): Promise<DebitMandateRecord> {
    return this.transactions.asWorker(async (tx) => {
      const { mandate } = await this.books.getMandate(tx, asked);
      await this.books.saveMandate(tx, mandate);
      return mandate.record;
    });
  }

  collection(asked: AppsReference): Promise<CollectionRecord> {
    return this.transactions.asWorker(async (tx) => {
      const { collection } = await this.books.getCollection(tx, asked);
      this.books.saveCollection(tx, collection);
      return collection.record;
    });
  }

  told(customerAppId: string): Promise<ToldInstructions[]> {
    return this.transactions.asWorker((tx) => this.instructions.list(tx, customerAppId));
  }
}
