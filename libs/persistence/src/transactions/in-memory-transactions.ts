import { awaitedLater } from '@towpath/kernel';
import type { PoolClient } from 'pg';
import { PgTransactions } from './pg-transactions.js';
import { TxSession, type SessionOptions } from './tx-session.js';
import type { WriteBatch } from './write-batch.js';

export interface InMemoryTransactionsOptions {
  /** Read at the start of each transaction: the app's clock. */
  readonly now: () => Date;
  readonly appType?: 'TEST' | 'LIVE';
  /** Default: every app is known. */
  readonly knows?: (app: string) => boolean;
}

/**
 * Transactions without a database, for unit specs of decisions. Batches are kept in `written` once
 * their transaction has succeeded; SQL is refused.
 */
export class InMemoryTransactions extends PgTransactions {
  readonly written: WriteBatch[] = [];

  constructor(private readonly inMemory: InMemoryTransactionsOptions) {
    const query = async (asked: unknown) => {
      if (asked === 'COMMIT' || asked === 'ROLLBACK') return { command: asked };
      throw new Error('there is no database behind this transaction');
    };
    const nothing = () => undefined;
    const client = { query, on: nothing, removeListener: nothing, release: nothing };
    const pool = { connect: async () => client } as never;
    super({ appPool: pool, workerPool: pool });
  }

  protected override session(client: PoolClient, options: SessionOptions): TxSession {
    const { now: clock, appType: type = 'TEST', knows = () => true } = this.inMemory;
    const batches: WriteBatch[] = [];
    const session = new TxSession(client, options);
    session.begin = (_, { values }, begun) => {
      const now = clock();
      const row = { type, name: 'In memory', systemNow: now, now };
      // Known later than the first statement is sent, as with a database.
      session.begun = awaitedLater(
        Promise.resolve().then(() => {
          const isKnown = values.length === 0 || knows(String(values[0]));
          begun(isKnown ? (row as never) : undefined);
          session.isBegun = true;
        }),
      );
    };
    session.send = async (batch) => void batches.push(batch);
    session.afterCommit.push(() => this.written.push(...batches));
    return session;
  }
}
