import { Injectable } from '@nestjs/common';
import { firstSettledUntil, nextSettlementCloseAfter } from './books/index.js';
import { Transactions } from '@towpath/persistence';
import type { ReconciliationKey } from './reconciled-books.js';
import { SqlReconciliations } from './sql-reconciliations.js';

/** Starts to reconcile an app at a gateway or bank, from its recent settlements on. */
@Injectable()
export class StartReconciliation {
  constructor(
    private readonly transactions: Transactions,
    private readonly reconciliations: SqlReconciliations,
  ) {}

  /** False when the app is of another type by now. */
  execute(key: ReconciliationKey): Promise<boolean> {
    return this.transactions.forApp(key.customerAppId, async (tx) => {
      await tx.begun;
      if (tx.customerApp.type !== key.appType) return false;
      // Before the clock of a test app was first moved, it showed real time.
      const settledUntil = firstSettledUntil(tx.now < tx.systemNow ? tx.now : tx.systemNow);
      const begun = {
        startedAt: settledUntil,
        settledUntil,
        dueAt: nextSettlementCloseAfter(tx.now),
      };
      await this.reconciliations.start(tx, key, begun);
      return true;
    });
  }
}
