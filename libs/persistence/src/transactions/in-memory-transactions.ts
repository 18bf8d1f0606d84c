import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from './transactions.js';
import { AppTx, TxSession, WorkerTx, type Tx } from './tx.js';
import type { WriteBatch } from './write-batch.js';

export interface InMemoryTransactionsOptions {
  /** Read at the start of each transaction: the app's clock. */
  readonly now: () => Date;
  readonly appType?: 'TEST' | 'LIVE';
}

/**
 * Transactions without a database, for unit specs of use cases over fake repositories. Batches are
 * kept in `written` once their transaction has succeeded; SQL is refused.
 */
export class InMemoryTransactions extends Transactions {
  readonly written: WriteBatch[] = [];

  constructor(private readonly options: InMemoryTransactionsOptions) {
    super();
  }

  override forApp<T>(app: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> {
    const customerApp = { type: this.options.appType ?? 'TEST', name: 'In memory' };
    return this.run((session, times) => {
      const { tx, begun } = AppTx.open(session, app);
      begun({ ...times, ...customerApp });
      return tx;
    }, work);
  }

  override asWorker<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T> {
    return this.run((session, times) => {
      const { tx, begun } = WorkerTx.open(session);
      begun(times);
      return tx;
    }, work);
  }

  private async run<X extends Tx, T>(
    open: (session: TxSession, times: { now: Date; systemNow: Date }) => X,
    work: (tx: X) => Promise<T>,
  ): Promise<T> {
    const now = this.options.now();
    const batches: WriteBatch[] = [];
    const session = new TxSession({ query: refuseSql }, {}, (batch) => void batches.push(batch));
    try {
      const result = await work(open(session, { now, systemNow: now }));
      this.written.push(...batches);
      session.afterCommit.forEach((action) => action());
      return result;
    } finally {
      session.open = false;
    }
  }
}

function refuseSql(): never {
  throw new Error('there is no database behind this transaction');
}
