import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, WorkerTx } from './tx.js';

/**
 * The only access to the database. `work` may run more than once (after a deadlock or a concurrent
 * change), so it has no effect outside the database. Use `tx.afterCommit` for effects that must
 * happen once. `work` makes no network call.
 *
 * BEGIN, tenant and clock leave at once, with the statements that `work` sends before it awaits an
 * answer. Before the first awaited statement (or `tx.begun`) the clock is not known.
 */
export abstract class Transactions {
  /**
   * A transaction for one customer app. Throws `UnknownCustomerApp` if this service does not know
   * it, whatever `work` throws.
   */
  abstract forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    options?: AppTxOptions,
  ): Promise<T>;
  /** Over all customer apps, within the worker role's policies. */
  abstract asWorker<T>(work: (tx: WorkerTx) => Promise<T>, options?: WorkerTxOptions): Promise<T>;
}

interface TxOptions {
  /**
   * Unique constraints. If one of them refuses a write, another transaction created the same thing
   * in between: the work runs again and finds it.
   */
  readonly retryOn?: readonly string[];
  /** The database refuses writes and locks; the caller does not wait for COMMIT. */
  readonly readOnly?: boolean;
}

export interface AppTxOptions extends TxOptions {
  /** `tx.now` of work that was due at this instant and is done later; never after the app's clock. */
  readonly at?: Date | undefined;
}

export interface WorkerTxOptions extends TxOptions {
  /**
   * All rows are looked up by keys: no statement reads a table as a whole, whatever its size when
   * the plan was made. For what runs many times a second; it has connections of its own.
   */
  readonly byKey?: boolean;
}
