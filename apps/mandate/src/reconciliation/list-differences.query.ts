import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { DifferenceRepository, type DifferencePage, type ListedDifference } from './ports.js';

/** where our books and the banks differ at present, oldest first; for operators. */
@Injectable()
export class ListDifferences {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly differences: DifferenceRepository,
  ) {}

  execute(page: DifferencePage): Promise<ListedDifference[]> {
    return this.transactions.asWorker((tx) => this.differences.list(tx, page));
  }
}
