import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../gateway-refusal.js';
import type { CollectionRecord } from './domain/collection.js';
import type { DebitMandateRecord } from './domain/debit-mandate.js';
import { BankBooksRepository } from './persistence/bank-books.repository.js';
import {
  InstructionsRepository,
  type ToldInstructions,
} from './persistence/instructions.repository.js';

/** The present status, which includes what the clock of the app has made due. */
@Injectable()
export class LookUpQuery {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  mandate(reference: string): Promise<DebitMandateRecord> {
    return this.transactions.asWorker(async (tx) => {
      const { mandate } = await this.books.getMandate(tx, reference);
      await this.books.saveMandate(tx, mandate);
      return mandate.record;
    });
  }

  collection(reference: string): Promise<CollectionRecord> {
    return this.transactions.asWorker(async (tx) => {
      const found = await this.books.findCollection(tx, reference);
      if (!found) {
        throw new GatewayRefusal('not_found', 'There is no collection with this reference.');
      }
      await this.books.saveCollection(tx, found.collection);
      return found.collection.record;
    });
  }

  told(customerAppId: string): Promise<ToldInstructions[]> {
    return this.transactions.asWorker((tx) => this.instructions.list(tx, customerAppId));
  }
}
