import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseId, type CustomerAppId, type StateMove } from '@towpath/kernel';
import type { Pool, PoolClient } from 'pg';
import {
  DatabaseUnavailable,
  isFollower,
  isInfrastructureError,
  isRetryable,
  isStalePlan,
} from '../database/database-errors.js';
import { inOnePacket } from './one-packet.js';
import { prepared } from './prepared-names.js';
import {
  Transactions,
  UnknownCustomerApp,
  type AppTxOptions,
  type WorkerTxOptions,
} from './transactions.js';
import { AppTx, TxSession, WorkerTx, type EventOrigin } from './tx.js';

export interface PgTransactionsOptions {
  readonly appPool: Pool;
  readonly workerPool: Pool;
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

const MOST_ATTEMPTS = 3;
const BACK_OFF_MS = 20;
/** More than a pool has connections. */
const MOST_STALE = 50;

// As `app_now` tells it, without the cost of a function that reads the row once more.
const STANDING = `SELECT name, app_type, date_trunc('milliseconds', now()) AS system_now,
    date_trunc('milliseconds', coalesce(clock_frozen_at,
      now() + clock_offset_ms * interval '1 millisecond')) AS now
  FROM customer_app_views WHERE customer_app_id = $1`;
// Plans made in such a transaction look each row up in an index, one after the other, and are kept.
const BY_KEY = `; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off;
  SET LOCAL enable_mergejoin = off; SET LOCAL plan_cache_mode = force_generic_plan`;
const REAL_TIME = `SELECT date_trunc('milliseconds', now()) AS now`;

type Work<T> = (session: TxSession) => Promise<T>;

/** Transactions over two `pg` pools, one per role. */
export class PgTransactions extends Transactions {
  constructor(private readonly options: PgTransactionsOptions) {
    super();
  }

  override forApp<T>(
    app: CustomerAppId,
    work: (tx: AppTx) => Promise<T>,
    { at }: AppTxOptions = {},
  ): Promise<T> {
    return this.inApp(app, async (session, id) => {
      const { tx } = await beginForApp(session, id, { at });
      return work(tx);
    });
  }

  override forAppLooking<F, T>(
    app: CustomerAppId,
    look: (tx: AppTx) => Promise<F>,
    work: (tx: AppTx, found: F) => Promise<T>,
  ): Promise<T> {
    return this.inApp(app, async (session, id) => {
      const { tx, found } = await beginForApp(session, id, { look });
      return work(tx, found as F);
    });
  }

  override lookForApp<F>(app: CustomerAppId, look: (tx: AppTx) => Promise<F>): Promise<F> {
    return this.inApp(app, async (session, id) => {
      const { found } = await beginForApp(session, id, { look, isAll: true });
      return found as F;
    });
  }

  override asWorker<T>(
    work: (tx: WorkerTx) => Promise<T>,
    { byKey = false }: WorkerTxOptions = {},
  ): Promise<T> {
    return this.run(this.options.workerPool, async (session) => {
      const { tx } = await beginAsWorker(session, byKey ? BY_KEY : '');
      return work(tx);
    });
  }

  override asWorkerLooking<F, T>(
    look: (tx: WorkerTx) => Promise<F>,
    work: (tx: WorkerTx, found: F) => Promise<T>,
    { byKey = false }: WorkerTxOptions = {},
  ): Promise<T> {
    return this.run(this.options.workerPool, async (session) => {
      const { tx, found } = await beginAsWorker(session, byKey ? BY_KEY : '', look);
      return work(tx, found as F);
    });
  }

  private inApp<T>(
    app: CustomerAppId,
    work: (session: TxSession, id: CustomerAppId) => Promise<T>,
  ): Promise<T> {
    // The ID becomes part of a statement's text below: nothing but a ULID may pass.
    const id = parseId<CustomerAppId>(app);
    if (!id) return Promise.reject(new TypeError('a customer app ID is a ULID'));
    return this.run(this.options.appPool, (session) => work(session, id));
  }

  private async run<T>(pool: Pool, work: Work<T>): Promise<T> {
    for (let attempt = 1, stale = 0; ;) {
      try {
        return await this.attempt(pool, work);
      } catch (error) {
        // Each try throws one connection away: after a migration all of the pool may be stale.
        if (isStalePlan(error) && (stale += 1) <= MOST_STALE) continue;
        if (attempt >= MOST_ATTEMPTS || !isRetryable(error)) throw error;
        // Two transactions that met once meet again unless they start apart.
        await delay(randomInt(1, BACK_OFF_MS * attempt));
        attempt += 1;
      }
    }
  }

  private async attempt<T>(pool: Pool, work: Work<T>): Promise<T> {
    const client = await connect(pool);
    const session = new TxSession(client, this.options.origin?.() ?? {});
    let broken: unknown;
    // A connection that breaks while it is lent out raises an event; unheard, it ends the process.
    const onBroken = (error: Error): void => void (broken = error);
    client.on('error', onBroken);
    let result: T;
    try {
      result = await work(session);
      await commit(session);
    } catch (caught) {
      session.open = false;
      await Promise.all(session.underWay);
      // What is asked behind a refused write fails as well, but cannot say why.
      const error = isFollower(caught) ? (session.doomedBy ?? caught) : caught;
      broken ??= await rollback(client, error);
      throw error;
    } finally {
      session.open = false;
      client.removeListener('error', onBroken);
      client.release(broken !== undefined);
    }
    if (pool === this.options.appPool) this.options.onWorked?.();
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

interface FirstLook<F> extends AppTxOptions {
  readonly look?: (tx: AppTx) => Promise<F>;
  /** Nothing follows: COMMIT travels with it. */
  readonly isAll?: boolean;
}

/** Sends BEGIN, the tenant, the read of the app's clock and the first reads in one round trip. */
async function beginForApp<F>(
  session: TxSession,
  id: CustomerAppId,
  { look, at, isAll = false }: FirstLook<F>,
): Promise<{ readonly tx: AppTx; readonly found: F | undefined }> {
  const { client } = session;
  const { tx, begun } = AppTx.open(session, id);
  const first = inOnePacket(client, () => {
    const begin = client.query(`BEGIN; SET LOCAL app.customer_app_id = '${id}'`);
    const standing = client.query<AppRow>(prepared(STANDING, [id])).then(({ rows: [row] }) => {
      if (!row) throw new UnknownCustomerApp(id);
      const { system_now: systemNow, app_type: type, name } = row;
      begun({ type, name, systemNow, now: at && at < row.now ? at : row.now });
    });
    const found = look && asked(look, tx);
    return [begin, standing, found, isAll ? sendCommit(session) : undefined] as const;
  });
  return { tx, found: await firstFailure(first) };
}

interface AppRow {
  readonly name: string;
  readonly app_type: 'TEST' | 'LIVE';
  readonly now: Date;
  readonly system_now: Date;
}

async function beginAsWorker<F = undefined>(
  session: TxSession,
  settings: string,
  look?: (tx: WorkerTx) => Promise<F>,
): Promise<{ readonly tx: WorkerTx; readonly found: F | undefined }> {
  const { client } = session;
  const { tx, begun } = WorkerTx.open(session);
  const first = inOnePacket(client, () => {
    const begin = client.query(`BEGIN${settings}`);
    const time = client.query<{ now: Date }>(prepared(REAL_TIME, [])).then(({ rows: [row] }) => {
      if (!row) throw new Error('the database did not tell the time');
      begun({ now: row.now, systemNow: row.now });
    });
    return [begin, time, look && asked(look, tx), undefined] as const;
  });
  return { tx, found: await firstFailure(first) };
}

/** Asks at once, and never throws at once. */
async function asked<X, F>(look: (tx: X) => Promise<F>, tx: X): Promise<F> {
  return look(tx);
}

type Asked<F> = readonly [
  begin: Promise<unknown>,
  standing: Promise<void>,
  found: Promise<F> | undefined,
  committed: Promise<void> | undefined,
];

/**
 * The result of the first read. The first failure gives the reason; later statements only fail
 * because of it.
 */
async function firstFailure<F>(asked: Asked<F>): Promise<F | undefined> {
  const [begin, standing, found, committed] = asked;
  const rest = [standing, found, committed];
  // Waited for in turn: none may be taken for one that nobody waits for.
  for (const each of rest) each?.catch(() => undefined);
  await begin;
  await standing;
  const result = await found;
  await committed;
  return result;
}

/** COMMIT after the pending writes; PostgreSQL rolls back if one of them fails. */
async function commit(session: TxSession): Promise<void> {
  if (session.isCommitted) return;
  if (session.doomedBy) throw session.doomedBy;
  await sendCommit(session);
}

async function sendCommit(session: TxSession): Promise<void> {
  session.open = false;
  session.isCommitted = true;
  const { client } = session;
  const result = await inOnePacket(client, () => client.query('COMMIT'));
  await Promise.all(session.underWay);
  if (session.doomedBy) throw session.doomedBy;
  // After a failed statement PostgreSQL answers COMMIT with a rollback, and no error.
  if (result.command !== 'COMMIT') {
    throw new Error('nothing was committed: a failed statement was ignored inside the transaction');
  }
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
