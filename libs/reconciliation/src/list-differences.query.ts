import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { SqlDifferences, type DifferencePage, type ListedDifference } from './sql-differences.js';

/** Present differences between our books and others, oldest first; for operators. */
@Injectable()
export class ListDifferences {
  constructor(
    private readonly transactions: Transactions,
    private readonly differences: SqlDifferences,
  ) {}

  execute(page: DifferencePage): Promise<ListedDifference[]> {
    return this.transactions.asWorker((tx) => this.differences.list(tx, page));
  }
}
