import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, WorkerTx } from './tx.js';

/**
 * The only access to the database. `work` may run more than once (after a deadlock or a concurrent
 * change), so it has no effect outside the database. Use `tx.afterCommit` for effects that must
 * happen once. `work` makes no network call.
 */
export abstract class Transactions {
  /**
   * A transaction for one customer app. Throws `UnknownCustomerApp` if this service does not know
   * it.
   */
  abstract forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    options?: AppTxOptions,
  ): Promise<T>;
  /**
   * Like `forApp`, with a first read that needs no separate round trip. Statements that `look` sends
   * before it awaits an answer travel with BEGIN. `look` may lock and insert rows. Clock and type of
   * the app are known only after the first answer.
   */
  forAppLooking<F, T>(
    app: CustomerAppId,
    look: (tx: AppTx) => Promise<F>,
    work: (tx: AppTx, found: F) => Promise<T>,
  ): Promise<T> {
    return this.forApp(app, async (tx) => work(tx, await look(tx)));
  }
  /** Like `forAppLooking`, with one prepared statement: see `Tx.prepared`. */
  forAppReading<R extends object, T>(
    app: CustomerAppId,
    { sql, params }: FirstRead,
    work: (tx: AppTx, rows: R[]) => Promise<T>,
  ): Promise<T> {
    return this.forAppLooking(app, (tx) => tx.prepared<R>(sql, params), work);
  }
  /**
   * Only a read, in one round trip with BEGIN and COMMIT. `look` must send all statements before it
   * awaits an answer; later statements are refused.
   */
  lookForApp<F>(app: CustomerAppId, look: (tx: AppTx) => Promise<F>): Promise<F> {
    return this.forApp(app, look);
  }
  /** Over all customer apps, within the worker role's policies. */
  abstract asWorker<T>(work: (tx: WorkerTx) => Promise<T>, options?: WorkerTxOptions): Promise<T>;
  /** Like `forAppLooking`, over all customer apps. */
  asWorkerLooking<F, T>(
    look: (tx: WorkerTx) => Promise<F>,
    work: (tx: WorkerTx, found: F) => Promise<T>,
    options?: WorkerTxOptions,
  ): Promise<T> {
    return this.asWorker(async (tx) => work(tx, await look(tx)), options);
  }
}

export interface AppTxOptions {
  /** `tx.now` of work that was due at this instant and is done later; never after the app's clock. */
  readonly at?: Date | undefined;
}

export interface WorkerTxOptions {
  /**
   * All rows are looked up by keys: no statement reads a table as a whole, whatever its size when
   * the plan was made. With this, what runs many times a second can be `prepared`.
   */
  readonly byKey?: boolean;
}

/** A statement with `$1` parameters. */
export interface FirstRead {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * No row of `customer_app_views` has this ID: the app does not exist, or its creation event has not
 * arrived yet. Worth another try a little later.
 */
export class UnknownCustomerApp extends Error {
  override readonly name = 'UnknownCustomerApp';

  constructor(readonly customerAppId: CustomerAppId) {
    super(`customer app ${customerAppId} is not known to this service`);
  }
}
