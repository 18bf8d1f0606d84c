import type { CustomerAppId, StateMove } from '@towpath/kernel';
import type { PoolClient } from 'pg';
import { ConcurrentChange } from '../database/database-errors.js';
import type { Row, WriteBatch } from './write-batch.js';
import { writeStatement } from './write-statement.js';

/** The customer app a transaction runs for, as it was when the transaction began. */
export interface TxCustomerApp {
  readonly id: CustomerAppId;
  readonly type: 'TEST' | 'LIVE';
  readonly name: string;
}

/** What an event remembers of the request that caused it. */
export interface EventOrigin {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The connection side of a transaction; only the runner of this library makes one. */
export class TxSession {
  /** Set when the transaction must not be committed whatever the work returns. */
  doomedBy: unknown;
  open = true;
  published = false;
  readonly moves: StateMove[] = [];
  readonly afterCommit: (() => void)[] = [];

  constructor(
    readonly client: Pick<PoolClient, 'query'>,
    readonly origin: EventOrigin,
    /** Takes batches in place of the database. */
    readonly keep?: (batch: WriteBatch) => void,
  ) {}
}

const sessions = new WeakMap<Tx, TxSession>();

/** The session of a transaction that has not ended; not exported from the library. */
export function runningSession(tx: Tx): TxSession {
  const session = sessions.get(tx);
  if (session?.open) return session;
  throw new Error('the transaction has ended: await every query inside the work function');
}

interface TxTimes {
  readonly now: Date;
  readonly systemNow: Date;
}

/**
 * A running transaction. Every write takes one as a required argument; only `Transactions` makes
 * them, so code that forgets the transaction does not compile.
 */
export abstract class Tx {
  /** The app's own clock, read once; in a worker transaction real time. Millisecond precision. */
  readonly now: Date;
  /** Real time at the start of the transaction: leases, retention, back-off. */
  readonly systemNow: Date;
  abstract readonly customerApp: TxCustomerApp | undefined;
  /** Keeps the two kinds apart for the compiler, and lets a reader of a log tell them. */
  abstract readonly kind: 'app' | 'worker';

  protected constructor(session: TxSession, times: TxTimes) {
    if (!(session instanceof TxSession)) throw new TypeError('only Transactions makes a Tx');
    sessions.set(this, session);
    this.now = times.now;
    this.systemNow = times.systemNow;
  }

  /** Runs one statement with `$1` parameters. Values come back as `valueTypes` says. */
  async query<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const result = await runningSession(this).client.query<R>(sql, [...params]);
    return result.rows;
  }

  /** Writes the whole batch with one statement. Throws `ConcurrentChange`, see `update`. */
  async write(batch: WriteBatch): Promise<void> {
    const session = runningSession(this);
    if (batch.isEmpty) return;
    if (session.keep) return session.keep(batch);
    const { text, values, name, updates } = writeStatement(batch, this.#outboxRows(batch));
    const query = { text, values: [...values], ...(name ? { name } : {}) };
    const result = await session.client.query<Record<string, number>>(query);
    updates.forEach((update, index) => {
      if (result.rows[0]?.[`u${index}`] === 1) return;
      // The other parts of the statement took effect: even a caller that swallows the error must
      // not be able to commit them.
      session.doomedBy = new ConcurrentChange(update.table, update.key);
      throw session.doomedBy;
    });
    session.moves.push(...batch.moves);
    if (batch.events.length > 0) session.published = true;
  }

  /**
   * Counts a move whose aggregate keeps no history rows, once it is committed; those of
   * `WriteBatch.history` are counted by `write`.
   */
  moved(machine: { readonly name: string }, edge: Pick<StateMove, 'from' | 'to'>): void {
    const { from, to } = edge;
    runningSession(this).moves.push({ machine: machine.name, from, to });
  }

  /** Runs `action` once the transaction is committed; never when it is rolled back. */
  afterCommit(action: () => void): void {
    runningSession(this).afterCommit.push(action);
  }

  #outboxRows(batch: WriteBatch): Row[] {
    const { traceparent = null, requestId = null } = runningSession(this).origin;
    return batch.events.map((event) => ({
      ...event,
      traceparent,
      request_id: requestId,
      occurred_at: this.now,
    }));
  }
}

/** A transaction of one customer app, as the role `<service>_app`: it sees that app's rows only. */
export class AppTx extends Tx {
  override readonly kind = 'app';

  private constructor(
    session: TxSession,
    times: TxTimes,
    override readonly customerApp: TxCustomerApp,
  ) {
    super(session, times);
  }

  /** For the runner of this library, which alone can make a session. */
  static open(session: TxSession, times: TxTimes, customerApp: TxCustomerApp): AppTx {
    return new AppTx(session, times, customerApp);
  }
}

/** A transaction over all customer apps, as the role `<service>_worker`, within its policies. */
export class WorkerTx extends Tx {
  override readonly kind = 'worker';
  override readonly customerApp = undefined;

  private constructor(session: TxSession, times: TxTimes) {
    super(session, times);
  }

  /** For the runner of this library, which alone can make a session. */
  static open(session: TxSession, times: TxTimes): WorkerTx {
    return new WorkerTx(session, times);
  }
}
