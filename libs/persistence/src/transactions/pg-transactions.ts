import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitedLater, parseId, type CustomerAppId, type StateMove } from '@towpath/kernel';
import type { Pool, PoolClient } from 'pg';
import {
  DatabaseUnavailable,
  isFollower,
  isInfrastructureError,
  isRetryable,
  isStalePlan,
  uniqueViolation,
} from '../database/database-errors.js';
import { inOnePacket } from './one-packet.js';
import { prepared, type PreparedQuery } from './prepared-names.js';
import {
  Transactions,
  UnknownCustomerApp,
  type AppTxOptions,
  type WorkerTxOptions,
} from './transactions.js';
import { TxSession, worked, type EventOrigin } from './tx-session.js';
import { AppTx, WorkerTx } from './tx.js';

export interface PgTransactionsOptions {
  readonly appPool: Pool;
  readonly workerPool: Pool;
  /** For work by key; see `WorkerTxOptions`. Default: `workerPool`. */
  readonly workerByKeyPool?: Pool;
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
const APP_AND_CLOCK = `SELECT name, app_type, date_trunc('milliseconds', now()) AS system_now,
    date_trunc('milliseconds', coalesce(clock_frozen_at,
      now() + clock_offset_ms * interval '1 millisecond')) AS now
  FROM customer_app_views WHERE customer_app_id = $1`;
const REAL_TIME = `SELECT date_trunc('milliseconds', now()) AS now`;

/** Opens the transaction: sends BEGIN and the question for its clock. */
type Begin<X> = (session: TxSession) => X;

interface Run<X, T> {
  readonly begin: Begin<X>;
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
    // The ID becomes part of a statement's text below: nothing but a ULID may pass.
    const id = parseId<CustomerAppId>(app);
    if (!id) return Promise.reject(new TypeError('a customer app ID is a ULID'));
    const begin = (session: TxSession) => beginForApp(session, id, at);
    return this.run(this.options.appPool, { begin, work, retryOn, readOnly, plansByValue: false });
  }

  override asWorker<T>(
    work: (tx: WorkerTx) => Promise<T>,
    { byKey = false, retryOn = [], readOnly = false }: WorkerTxOptions = {},
  ): Promise<T> {
    const { workerPool, workerByKeyPool = workerPool } = this.options;
    const pool = byKey ? workerByKeyPool : workerPool;
    const plansByValue = !byKey;
    return this.run(pool, { begin: beginAsWorker, work, retryOn, readOnly, plansByValue });
  }

  private async run<X, T>(pool: Pool, run: Run<X, T>): Promise<T> {
    for (let attempt = 1, stale = 0; ;) {
      try {
        return await this.attempt(pool, run);
      } catch (error) {
        // Each try throws one connection away: after a migration all of the pool may be stale.
        if (isStalePlan(error) && (stale += 1) <= MOST_STALE) continue;
        const isAgain = isRetryable(error) || run.retryOn.includes(uniqueViolation(error) ?? '');
        if (attempt >= MOST_ATTEMPTS || !isAgain) throw error;
        // Two transactions that met once meet again unless they start apart.
        await delay(randomInt(1, BACK_OFF_MS * attempt));
        attempt += 1;
      }
    }
  }

  private async attempt<X, T>(pool: Pool, run: Run<X, T>): Promise<T> {
    const { begin, work, readOnly, plansByValue } = run;
    const client = await connect(pool);
    const giveBack = lent(client);
    const origin = this.options.origin?.() ?? {};
    const session = new TxSession(client, { origin, readOnly, plansByValue });
    let result: T;
    try {
      result = await worked(session, () => work(begin(session)));
      if (readOnly) session.open = false;
      else await commit(session);
    } catch (caught) {
      session.open = false;
      await Promise.all(session.underWay);
      const error = isFollower(caught) ? (session.doomedBy ?? caught) : caught;
      giveBack(await rollback(client, error));
      throw error;
    }
    // Nothing depends on the end of a transaction that only read.
    if (readOnly)
      inOnePacket(client, () => client.query('COMMIT')).then(() => giveBack(), giveBack);
    else giveBack();
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

/** Sends BEGIN, the tenant and the read of the app's clock; the first statements follow at once. */
function beginForApp(session: TxSession, id: CustomerAppId, at: Date | undefined): AppTx {
  const { tx, begun } = AppTx.open(session, id);
  const tenant = `; SET LOCAL app.customer_app_id = '${id}'`;
  session.begin(
    answerOf<AppRow>(session, tenant, prepared(APP_AND_CLOCK, [id])).then((row) => {
      if (!row) throw new UnknownCustomerApp(id);
      const { system_now: systemNow, app_type: type, name } = row;
      begun({ type, name, systemNow, now: at && at < row.now ? at : row.now });
    }),
  );
  return tx;
}

interface AppRow {
  readonly name: string;
  readonly app_type: 'TEST' | 'LIVE';
  readonly now: Date;
  readonly system_now: Date;
}

function beginAsWorker(session: TxSession): WorkerTx {
  const { tx, begun } = WorkerTx.open(session);
  session.begin(
    answerOf<{ now: Date }>(session, '', prepared(REAL_TIME, [])).then((row) => {
      if (!row) throw new Error('the database did not tell the time');
      begun({ now: row.now, systemNow: row.now });
    }),
  );
  return tx;
}

/** The row that is asked for together with BEGIN. If BEGIN is refused, that is the reason. */
async function answerOf<R extends object>(
  { client, options: { readOnly } }: TxSession,
  settings: string,
  question: PreparedQuery,
): Promise<R | undefined> {
  const [begin, answer] = inOnePacket(client, () => [
    client.query(`BEGIN${readOnly ? ' READ ONLY' : ''}${settings}`),
    awaitedLater(client.query<R>(question)),
  ]);
  await begin;
  return (await answer).rows[0];
}

/** COMMIT after the pending writes; PostgreSQL rolls back if one of them fails. */
async function commit(session: TxSession): Promise<void> {
  if (session.doomedBy) throw session.doomedBy;
  session.open = false;
  const { client } = session;
  const result = await inOnePacket(client, () => client.query('COMMIT'));
  await Promise.all(session.underWay);
  if (session.doomedBy) throw session.doomedBy;
  // After a failed statement PostgreSQL answers COMMIT with a rollback, and no error.
  if (result.command !== 'COMMIT') throw new Error('nothing was committed');
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
