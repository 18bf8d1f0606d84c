import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, WorkerTx } from './tx.js';

/**
 * The only way to a transaction, and so to the database. `work` may run more than once (after a
 * deadlock or a concurrent change) and so has no effect outside the database; what must happen
 * once goes into `tx.afterCommit`. No network call inside.
 */
export abstract class Transactions {
  /** As one customer app. Throws `UnknownCustomerApp` when this service has not heard of it. */
  abstract forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    options?: AppTxOptions,
  ): Promise<T>;
  /**
   * As `forApp`, with a first look that takes no round trip of its own: what `look` asks before it
   * waits for an answer travels with BEGIN. It may lock and insert rows. The clock and the type of
   * the app are known only after the first answer.
   */
  forAppLooking<F, T>(
    app: CustomerAppId,
    look: (tx: AppTx) => Promise<F>,
    work: (tx: AppTx, found: F) => Promise<T>,
  ): Promise<T> {
    return this.forApp(app, async (tx) => work(tx, await look(tx)));
  }
  /** As `forAppLooking`, with one statement, which is kept prepared: see `Tx.prepared`. */
  forAppReading<R extends object, T>(
    app: CustomerAppId,
    { sql, params }: FirstRead,
    work: (tx: AppTx, rows: R[]) => Promise<T>,
  ): Promise<T> {
    return this.forAppLooking(app, (tx) => tx.prepared<R>(sql, params), work);
  }
  /**
   * A look alone, in one round trip: COMMIT travels with it too. So `look` asks everything before
   * it waits for an answer; what it asks later is refused.
   */
  lookForApp<F>(app: CustomerAppId, look: (tx: AppTx) => Promise<F>): Promise<F> {
    return this.forApp(app, look);
  }
  /** Over all customer apps, within the worker role's policies. */
  abstract asWorker<T>(work: (tx: WorkerTx) => Promise<T>, options?: WorkerTxOptions): Promise<T>;
  /** As `forAppLooking`, over all customer apps. */
  asWorkerLooking<F, T>(
    look: (tx: WorkerTx) => Promise<F>,
    work: (tx: WorkerTx, found: F) => Promise<T>,
  ): Promise<T> {
    return this.asWorker(async (tx) => work(tx, await look(tx)));
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
