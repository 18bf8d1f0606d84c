import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseId, type CustomerAppId, type StateMove } from '@towpath/kernel';
import type { Pool, PoolClient, QueryResult } from 'pg';
import {
  DatabaseUnavailable,
  isInfrastructureError,
  isRetryable,
} from '../database/database-errors.js';
import { Transactions, UnknownCustomerApp } from './transactions.js';
import { AppTx, TxSession, WorkerTx, type EventOrigin, type Tx } from './tx.js';

export interface PgTransactionsOptions {
  readonly appPool: Pool;
  readonly workerPool: Pool;
  /** Trace and request of the running request, stored with its events. */
  readonly origin?: () => EventOrigin;
  /** Called after each commit that added events. */
  readonly onPublished?: () => void;
  /** Called after each commit that moved aggregates. */
  readonly onMoved?: (moves: readonly StateMove[]) => void;
  /** Told of errors thrown by `afterCommit` actions: the transaction stands all the same. */
  readonly onError?: (error: unknown) => void;
}

const MOST_ATTEMPTS = 3;
const BACK_OFF_MS = 20;

const NOW_IN_MS = `date_trunc('milliseconds', now())`;

/** Transactions over two `pg` pools, one per role. */
export class PgTransactions extends Transactions {
  constructor(private readonly options: PgTransactionsOptions) {
    super();
  }

  override forApp<T>(app: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> {
    // The ID becomes part of a statement's text below: nothing but a ULID may pass.
    const id = parseId<CustomerAppId>(app);
    if (!id) return Promise.reject(new TypeError('a customer app ID is a ULID'));
    return this.run(this.options.appPool, (session) => beginForApp(session, id), work);
  }

  override asWorker<T>(work: (tx: WorkerTx) => Promise<T>): Promise<T> {
    return this.run(this.options.workerPool, beginAsWorker, work);
  }

  private async run<X extends Tx, T>(
    pool: Pool,
    begin: (session: TxSession) => Promise<X>,
    work: (tx: X) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(pool, begin, work);
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || !isRetryable(error)) throw error;
        // Two transactions that met once meet again unless they start apart.
        await delay(randomInt(1, BACK_OFF_MS * attempt));
      }
    }
  }

  private async attempt<X extends Tx, T>(
    pool: Pool,
    begin: (session: TxSession) => Promise<X>,
    work: (tx: X) => Promise<T>,
  ): Promise<T> {
    const client = await connect(pool);
    const session = new TxSession(client, this.options.origin?.() ?? {});
    let broken: unknown;
    // A connection that breaks while it is lent out raises an event; unheard, it ends the process.
    const onBroken = (error: Error): void => void (broken = error);
    client.on('error', onBroken);
    let result: T;
    try {
      result = await work(await begin(session));
      await commit(session);
    } catch (error) {
      session.open = false;
      broken ??= await rollback(client, error);
      throw error;
    } finally {
      session.open = false;
      client.removeListener('error', onBroken);
      client.release(broken !== undefined);
    }
    this.afterCommit(session);
    return result;
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

/** BEGIN, the tenant and the app's clock in one round trip: several statements, no parameters. */
async function beginForApp(session: TxSession, id: CustomerAppId): Promise<AppTx> {
  const results = (await session.client.query(
    `BEGIN; SET LOCAL app.customer_app_id = '${id}';
     SELECT name, app_type, app_now(customer_app_id) AS now, ${NOW_IN_MS} AS system_now
     FROM customer_app_views WHERE customer_app_id = '${id}'`,
  )) as unknown as QueryResult<AppRow>[];
  const row = results[2]?.rows[0];
  if (!row) throw new UnknownCustomerApp(id);
  const times = { now: row.now, systemNow: row.system_now };
  return AppTx.open(session, times, { id, type: row.app_type, name: row.name });
}

interface AppRow {
  readonly name: string;
  readonly app_type: 'TEST' | 'LIVE';
  readonly now: Date;
  readonly system_now: Date;
}

async function beginAsWorker(session: TxSession): Promise<WorkerTx> {
  const results = (await session.client.query(
    `BEGIN; SELECT ${NOW_IN_MS} AS now`,
  )) as unknown as QueryResult<{ now: Date }>[];
  const now = results[1]?.rows[0]?.now;
  if (!now) throw new Error('the database did not tell the time');
  return WorkerTx.open(session, { now, systemNow: now });
}

async function commit(session: TxSession): Promise<void> {
  session.open = false;
  if (session.doomedBy) throw session.doomedBy;
  const result = await session.client.query('COMMIT');
  // After a failed statement PostgreSQL answers COMMIT with a rollback, and no error.
  if (result.command !== 'COMMIT') {
    throw new Error('nothing was committed: a failed statement was ignored inside the transaction');
  }
}

/** Returns a reason to throw the connection away, or undefined when it can be used again. */
async function rollback(client: PoolClient, cause: unknown): Promise<unknown> {
  if (isInfrastructureError(cause)) return cause;
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error;
  }
}
