import { awaitedLater, type CustomerAppId, type StateMove } from '@towpath/kernel';
import type { PoolClient } from 'pg';
import { ConcurrentChange, sqlStateOf } from '../database/database-errors.js';
import { inOnePacket } from './one-packet.js';
import { prepared } from './prepared-names.js';
import type { Row, WriteBatch } from './write-batch.js';
import { assertEncodable, NOT_EXACTLY_ONE, writeStatement } from './write-statement.js';

/** The customer app of a transaction, as it was when the transaction began. */
export interface TxCustomerApp {
  readonly id: CustomerAppId;
  readonly type: 'TEST' | 'LIVE';
  readonly name: string;
}

/** The request that caused an event. */
export interface EventOrigin {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The connection side of a transaction; only the runner of this library makes one. */
export class TxSession {
  /** Set when the transaction must not be committed whatever the work returns. */
  doomedBy: unknown;
  /** Writes whose answers have not arrived; they never reject, see `doomedBy`. */
  readonly underWay: Promise<void>[] = [];
  open = true;
  /** COMMIT was sent or answered. */
  isCommitted = false;
  /** From the first statement on whose plan may depend on its values. */
  plansByValue = false;
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

const PLANS_BY_VALUE = 'SET LOCAL plan_cache_mode = auto';

const sessions = new WeakMap<Tx, TxSession>();

/** The session of a transaction that has not ended; not exported from the library. */
export function runningSession(tx: Tx): TxSession {
  const session = sessions.get(tx);
  if (session?.open) return session;
  throw new Error('the transaction has ended: await every query inside the work function');
}

export interface TxTimes {
  readonly now: Date;
  readonly systemNow: Date;
}

/** What the first answer of the database contains. */
export interface Standing extends TxTimes {
  readonly type: 'TEST' | 'LIVE';
  readonly name: string;
}

function notYet(): never {
  throw new Error('a first look may not read the clock, nor what the customer app is');
}

/**
 * A running transaction. Every write takes one as a required argument; only `Transactions` makes
 * them, so code that forgets the transaction does not compile.
 */
export abstract class Tx {
  #times: TxTimes | undefined;
  abstract get customerApp(): TxCustomerApp | undefined;
  /** Distinguishes the two kinds for the compiler and in logs. */
  abstract readonly kind: 'app' | 'worker';

  protected constructor(session: TxSession) {
    if (!(session instanceof TxSession)) throw new TypeError('only Transactions makes a Tx');
    sessions.set(this, session);
  }

  /** The app's own clock, read once; in a worker transaction real time. Millisecond precision. */
  get now(): Date {
    return (this.#times ?? notYet()).now;
  }

  /** Real time at the start of the transaction: leases, retention, back-off. */
  get systemNow(): Date {
    return (this.#times ?? notYet()).systemNow;
  }

  /** For the runner of this library. */
  protected beginsAt(times: TxTimes): void {
    this.#times = times;
  }

  /** Runs one statement with `$1` parameters. `valueTypes` converts the values of the result. */
  async query<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const session = runningSession(this);
    const { client } = session;
    const asItIs = session.plansByValue || this.kind === 'worker' || params.length === 0;
    session.plansByValue ||= !asItIs;
    const [, result] = await inOnePacket(client, () =>
      Promise.all([
        asItIs ? undefined : client.query(PLANS_BY_VALUE),
        client.query<R>(sql, [...params]),
      ]),
    );
    return result.rows;
  }

  /**
   * Like `query`, for what every request asks: the connection keeps the statement and its plan, made
   * while the tables may still have been small. So only for look-ups and
   * writes by whole keys, whose plan does not depend on the values or the number of rows.
   */
  async prepared<R extends object = Row>(sql: string, params: readonly unknown[]): Promise<R[]> {
    const { client } = runningSession(this);
    const result = await inOnePacket(client, () => client.query<R>(prepared(sql, params)));
    return result.rows;
  }

  /** Writes the whole batch with one statement. Throws `ConcurrentChange`, see `update`. */
  async write(batch: WriteBatch): Promise<void> {
    const session = runningSession(this);
    await this.#written(session, batch);
    if (session.doomedBy) throw session.doomedBy;
  }

  /**
   * Like `write`, without waiting for the answer: for the last write of a transaction, which then
   * travels together with COMMIT. When it is refused, nothing is committed, and the transaction
   * throws what `write` would have thrown.
   */
  send(batch: WriteBatch): void {
    const session = runningSession(this);
    session.underWay.push(awaitedLater(this.#written(session, batch)));
  }

  /** As `send`, with a statement of its own, which is kept prepared: see `prepared`. */
  sendPrepared(sql: string, params: readonly unknown[]): void {
    const session = runningSession(this);
    assertEncodable(params);
    const { client } = session;
    const asked = inOnePacket(client, () => client.query(prepared(sql, params)));
    session.underWay.push(
      asked.then(
        () => undefined,
        (error: unknown) => void (session.doomedBy ??= error),
      ),
    );
  }

  /** Never rejects: a write that failed dooms the transaction, also for a caller that ignores it. */
  async #written(session: TxSession, batch: WriteBatch): Promise<void> {
    if (batch.isEmpty) return;
    if (session.keep) return session.keep(batch);
    const { client } = session;
    try {
      const { text, values } = writeStatement(batch, this.#outboxRows(batch));
      await inOnePacket(client, () => client.query(prepared(text, values)));
    } catch (error) {
      session.doomedBy ??= sqlStateOf(error) === NOT_EXACTLY_ONE ? missed(batch) : error;
      return;
    }
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

function missed({ updates }: WriteBatch): ConcurrentChange {
  const tables = updates.map(({ table }) => table).join(' or ');
  return new ConcurrentChange(tables, Object.assign({}, ...updates.map(({ key }) => key)) as Row);
}

/** A transaction of one customer app, as the role `<service>_app`: it sees that app's rows only. */
export class AppTx extends Tx {
  override readonly kind = 'app';
  #customerApp: TxCustomerApp;

  private constructor(session: TxSession, id: CustomerAppId) {
    super(session);
    this.#customerApp = {
      id,
      get type() {
        return notYet();
      },
      get name() {
        return notYet();
      },
    };
  }

  override get customerApp(): TxCustomerApp {
    return this.#customerApp;
  }

  /** For the transaction runner of this library only, which makes sessions and reads the app. */
  static open(
    session: TxSession,
    id: CustomerAppId,
  ): { readonly tx: AppTx; readonly begun: (standing: Standing) => void } {
    const tx = new AppTx(session, id);
    const begun = (standing: Standing): void => {
      const { type, name } = standing;
      tx.#customerApp = { id, type, name };
      tx.beginsAt(standing);
    };
    return { tx, begun };
  }
}

/** A transaction over all customer apps, as the role `<service>_worker`, within its policies. */
export class WorkerTx extends Tx {
  override readonly kind = 'worker';

  private constructor(session: TxSession) {
    super(session);
  }

  override get customerApp(): undefined {
    return undefined;
  }

  /** For the transaction runner of this library only, which makes sessions and reads the time. */
  static open(session: TxSession): {
    readonly tx: WorkerTx;
    readonly begun: (times: TxTimes) => void;
  } {
    const tx = new WorkerTx(session);
    return { tx, begun: (times) => tx.beginsAt(times) };
  }
}
