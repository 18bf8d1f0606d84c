import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { BankBooksRepository } from './persistence/bank-books.repository.js';
import type { AppsReference } from './domain/debit-mandate.js';

/** Does what the bank owes by the clock of its app: decisions, payments, returns, withdrawals. */
@Injectable()
export class SettleDueDebits {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
  ) {}

  /** The number of moves, of one app or of all. */
  async execute(customerAppId?: string): Promise<number> {
    let settled = 0;
    for (;;) {
      const changed = await this.round(customerAppId);
      settled += changed;
      // A clock that was moved back meanwhile leaves nothing to do, however often it is asked.
      if (changed === 0) return settled;
    }
  }

  private async round(customerAppId?: string): Promise<number> {
    const [mandates, collections] = await this.transactions.asWorker(async (tx) => [
      await this.books.dueMandates(tx, customerAppId),
      await this.books.dueCollections(tx, customerAppId),
    ]);
    let changed = 0;
    for (const mandate of mandates) changed += await this.settleMandate(mandate);
    for (const { reference } of collections) changed += await this.settleCollection(reference);
    return changed;
  }

  private settleMandate(due: AppsReference): Promise<number> {
    return this.transactions.asWorker(async (tx) => {
      const { mandate } = await this.books.getMandate(tx, due);
      await this.books.saveMandate(tx, mandate);
      return mandate.changes.length;
    });
  }

  private settleCollection(reference: string): Promise<number> {
    return this.transactions.asWorker(async (tx) => {
      const found = await this.books.findCollection(tx, reference);
      if (!found) return 0;
      this.books.saveCollection(tx, found.collection);
      return found.collection.changes.length + found.mandate.changes.length;
    });
  }
}
