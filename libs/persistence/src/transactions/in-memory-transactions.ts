import type { CustomerAppId } from '@towpath/kernel';
import {
  Transactions,
  UnknownCustomerApp,
  type AppTxOptions,
  type WorkerTxOptions,
} from './transactions.js';
import { TxSession, worked } from './tx-session.js';
import { AppTx, WorkerTx, type Tx } from './tx.js';
import type { WriteBatch } from './write-batch.js';

export interface InMemoryTransactionsOptions {
  /** Read at the start of each transaction: the app's clock. */
  readonly now: () => Date;
  readonly appType?: 'TEST' | 'LIVE';
  /** Default: every app is known. */
  readonly knows?: (app: CustomerAppId) => boolean;
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

  override forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    { at, readOnly }: AppTxOptions = {},
  ): Promise<T> {
    const { appType: type = 'TEST', knows = () => true, now: clock } = this.options;
    const begin = (session: TxSession) => {
      const { tx, begun } = AppTx.open(session, app);
      return [
        tx,
        () => {
          if (!knows(app)) throw new UnknownCustomerApp(app);
          const now = clock();
          begun({ type, name: 'In memory', systemNow: now, now: at && at < now ? at : now });
        },
      ] as const;
    };
    return this.run(begin, work, readOnly);
  }

  override asWorker<T>(
    work: (tx: WorkerTx) => Promise<T>,
    { readOnly }: WorkerTxOptions = {},
  ): Promise<T> {
    const begin = (session: TxSession) => {
      const { tx, begun } = WorkerTx.open(session);
      const now = this.options.now();
      return [tx, () => begun({ now, systemNow: now })] as const;
    };
    return this.run(begin, work, readOnly);
  }

  private async run<X extends Tx, T>(
    begin: (session: TxSession) => readonly [tx: X, begun: () => void],
    work: (tx: X) => Promise<T>,
    readOnly = false,
  ): Promise<T> {
    const batches: WriteBatch[] = [];
    const keep = (batch: WriteBatch): void => void batches.push(batch);
    const session = new TxSession({ query: refuseSql }, { readOnly, keep });
    const [tx, begun] = begin(session);
    // Known later than the first statement is sent, as with a database.
    session.begin(Promise.resolve().then(begun));
    try {
      const result = await worked(session, () => work(tx));
      await Promise.all(session.underWay);
      if (session.doomedBy) throw session.doomedBy;
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
