import { awaitedLater, type CustomerAppId, type StateMove } from '@towpath/kernel';
import { modifies, type PlannedStatement } from './planned-statement.js';
import { TxSession } from './tx-session.js';
import type { Row, WriteBatch } from './write-batch.js';

/** The customer app of a transaction, as it was when the transaction began. */
export interface TxCustomerApp {
  readonly id: CustomerAppId;
  readonly type: 'TEST' | 'LIVE';
  readonly name: string;
}

const sessions = new WeakMap<Tx, TxSession>();

/** The session of a transaction that has not ended; not exported from the library. */
export function runningSession(tx: Tx): TxSession {
  const session = sessions.get(tx);
  if (session?.open) return session;
  throw ended();
}

function ended(): Error {
  return new Error('the transaction has ended: await every query inside the work function');
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
  throw new Error('clock and customer app are unknown until a statement or `tx.begun` was awaited');
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

  /** Resolves once clock and customer app are known; any awaited statement does the same. */
  get begun(): Promise<void> {
    return runningSession(this).begun;
  }

  /**
   * Runs one statement. It leaves at once, the first ones together with BEGIN; only a statement that
   * changes rows of all apps waits for the answer to BEGIN, without which it would be committed
   * alone. `valueTypes` converts the values of the result.
   */
  query<R extends object = Row>(
    statement: PlannedStatement,
    params: readonly unknown[] = [],
  ): Promise<R[]> {
    // If the first of two in flight fails, the work may end before it awaits the second.
    return awaitedLater(this.#rows<R>(statement, params));
  }

  async #rows<R extends object>(
    planned: PlannedStatement,
    params: readonly unknown[],
  ): Promise<R[]> {
    const session = runningSession(this);
    const isEarly = !session.isBegun;
    session.isHeld ||= isEarly && this.kind === 'worker' && modifies(planned);
    const answer = awaitedLater(
      isEarly && session.isHeld
        ? session.begun.then(() => runningSession(this).ask<R>(planned, params))
        : session.ask<R>(planned, params),
    );
    await session.begun;
    return (await answer).rows;
  }

  /**
   * Writes the whole batch, without waiting for the answer. It leaves once BEGIN was answered; the
   * last one travels together with COMMIT. If the batch is refused, nothing is committed, and the
   * transaction throws the reason: `ConcurrentChange` for an update, see `WriteBatch.update`.
   */
  write(batch: WriteBatch): void {
    const session = runningSession(this);
    if (session.options.readOnly)
      throw new TypeError('a transaction that only reads writes nothing');
    if (!batch.isEmpty) session.underWay.push(awaitedLater(this.#written(session, batch)));
  }

  /** Never rejects: a failed write dooms the transaction. */
  async #written(session: TxSession, batch: WriteBatch): Promise<void> {
    try {
      if (!session.isBegun) {
        session.isHeld = true;
        await session.begun;
      }
      // The work failed meanwhile.
      if (!session.open) return;
      if (session.options.keep) return session.options.keep(batch);
      await session.send(batch, this.#outboxRows(batch));
    } catch (error) {
      session.doom(error);
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
    const { traceparent = null, requestId = null } = runningSession(this).options.origin ?? {};
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
