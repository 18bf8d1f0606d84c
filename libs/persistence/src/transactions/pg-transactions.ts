import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseId, type CustomerAppId, type StateMove } from '@towpath/kernel';
import type { Pool, PoolClient } from 'pg';
import { recordPending } from '../audit/audited-work.js';
import {
  DatabaseUnavailable,
  isInfrastructureError,
  isRetryable,
  isStalePlan,
  uniqueViolation,
} from '../database/database-errors.js';
import { Transactions, type AppTxOptions, type WorkerTxOptions } from './transactions.js';
import { TxSession, type EventOrigin } from './tx-session.js';
import { AppTx, WorkerTx, type Tx } from './tx.js';

export interface PgTransactionsOptions {
  readonly appPool: Pool;
  readonly workerPool: Pool;
  /** For work by key; see `WorkerTxOptions`. Default: `workerPool`. */
  readonly workerByKeyPool?: Pool;
  /** For requests of operators. Default: `appPool`. */
  readonly operatorPool?: Pool;
  /** For the same over all apps, also by key. Default: the pools of workers. */
  readonly operatorWorkerPool?: Pool;
  /** Whether the running request is one of an operator. */
  readonly isOfOperator?: () => boolean;
  /** Trace and request of the running request, stored with its events. */
  readonly origin?: () => EventOrigin;
  /** Called after each commit that added events. */
  readonly onPublished?: () => void;
  /** Called after each transaction for a customer app. */
  readonly onWorked?: () => void;
  /** Called after each commit that moved aggregates. */
  readonly onMoved?: (moves: readonly StateMove[]) => void;
  /** Called with errors of `afterCommit` actions; the transaction stays committed. */
  readonly onError?: (error: unknown) => void;
}

const MAX_ATTEMPTS = 3;
const BACK_OFF_MS = 20;
/** More than a pool has connections. */
const MAX_STALE = 50;

interface Run<X extends Tx, T> {
  readonly pool: Pool;
  /** Sends BEGIN. */
  readonly begin: (session: TxSession) => X;
  readonly work: (tx: X) => Promise<T>;
  readonly retryOn: readonly string[];
  readonly readOnly: boolean;
  /** Of the pool: its connections plan each statement for its values. */
  readonly plansByValue: boolean;
}

/** Transactions over `pg` pools, one per role, and one for workers by key. */
export class PgTransactions extends Transactions {
  constructor(private readonly options: PgTransactionsOptions) {
    super();
  }

  override forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    { at, retryOn = [], readOnly = false }: AppTxOptions = {},
  ): Promise<T> {
    // The ID becomes part of a statement's text: nothing but a ULID may pass.
    const id = parseId<CustomerAppId>(app);
    if (!id) return Promise.reject(new TypeError('a customer app ID is a ULID'));
    const begin = AppTx.beginning(id, at);
    const { appPool, operatorPool = appPool, isOfOperator } = this.options;
    const pool = isOfOperator?.() ? operatorPool : appPool;
    return this.run({ pool, begin, work, retryOn, readOnly, plansByValue: false });
  }

  override asWorker<T>(
    work: (tx: WorkerTx) => Promise<T>,
    { byKey = false, retryOn = [], readOnly = false }: WorkerTxOptions = {},
  ): Promise<T> {
    const { workerPool, workerByKeyPool = workerPool } = this.options;
    const { operatorWorkerPool, isOfOperator } = this.options;
    const operators = isOfOperator?.() ? operatorWorkerPool : undefined;
    const pool = operators ?? (byKey ? workerByKeyPool : workerPool);
    const { begin } = WorkerTx;
    const plansByValue = operators !== undefined || !byKey;
    return this.run({ pool, begin, work, retryOn, readOnly, plansByValue });
  }

  private async run<X extends Tx, T>({
    pool,
    begin,
    work,
    retryOn,
    ...options
  }: Run<X, T>): Promise<T> {
    const origin = this.options.origin?.() ?? {};
    for (let attempt = 1, stale = 0; ;) {
      const client = await connect(pool);
      const giveBack = lent(client);
      const session = new TxSession(client, { origin, ...options });
      let result: T;
      let settleEntry: ((isCommitted: boolean) => void) | undefined;
      try {
        const tx = begin(session);
        result = await work(tx);
        await session.begun;
        if (!options.readOnly) {
          settleEntry = await recordPending(tx);
          await session.commit();
          settleEntry?.(true);
        }
      } catch (caught) {
        settleEntry?.(false);
        const error = await session.reasonOf(caught);
        giveBack(await rollback(client, error));
        // Each try throws one connection away: after a migration all of the pool may be stale.
        if (isStalePlan(error) && (stale += 1) <= MAX_STALE) continue;
        const isAgain = isRetryable(error) || retryOn.includes(uniqueViolation(error) ?? '');
        if (attempt >= MAX_ATTEMPTS || !isAgain) throw error;
        // Two transactions that met once meet again unless they start apart.
        await delay(randomInt(1, BACK_OFF_MS * attempt));
        attempt += 1;
        continue;
      }
      // Nothing depends on the end of a transaction that only read.
      if (options.readOnly) session.commit().then(() => giveBack(), giveBack);
      else giveBack();
      if ([this.options.appPool, this.options.operatorPool].includes(pool))
        this.options.onWorked?.();
      this.afterCommit(session);
      return result;
    }
  }

  private afterCommit(session: TxSession): void {
    if (session.published) this.options.onPublished?.();
    if (session.moves.length > 0) this.options.onMoved?.(session.moves);
    for (const action of session.afterCommit) {
      try {
        action();
      } catch (error) {
        this.options.onError?.(error);
      }
    }
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
}

/** Returns what gives the connection back to its pool, or throws it away for a reason. */
function lent(client: PoolClient): (reason?: unknown) => void {
  let broken: unknown;
  // A connection that breaks while it is lent out raises an event; unheard, it ends the process.
  const onBroken = (error: Error): void => void (broken = error);
  client.on('error', onBroken);
  return (reason) => {
    client.removeListener('error', onBroken);
    client.release((broken ?? reason) !== undefined);
  };
}

/** Returns a reason to throw the connection away, or undefined when it can be used again. */
async function rollback(client: PoolClient, cause: unknown): Promise<unknown> {
  if (isInfrastructureError(cause) || isStalePlan(cause)) return cause;
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error;
  }
}
