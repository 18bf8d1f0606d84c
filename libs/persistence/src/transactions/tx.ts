import { awaitedLater, type CustomerAppId, type StateMove } from '@towpath/kernel';
import {
  modifies,
  type PlannedStatement,
  prepared,
  type PreparedQuery,
} from './planned-statement.js';
import { TxSession, inOnePacket } from './tx-session.js';
import type { Row, WriteBatch } from './write-batch.js';

/** The customer app of a transaction, as it was when the transaction began. */
export interface TxCustomerApp {
  readonly id: CustomerAppId;
  readonly type: 'TEST' | 'LIVE';
  readonly name: string;
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

interface Times {
  readonly now: Date;
  readonly systemNow: Date;
}

type Known = Times & Omit<TxCustomerApp, 'id'>;

/** As `app_now` tells it, without the cost of a function that reads the row once more. */
const APP_AND_CLOCK = `SELECT name, app_type AS type,
    date_trunc('milliseconds', now()) AS "systemNow",
    date_trunc('milliseconds', coalesce(clock_frozen_at,
      now() + clock_offset_ms * interval '1 millisecond')) AS now
  FROM customer_app_views WHERE customer_app_id = $1`;
const REAL_TIME = `SELECT date_trunc('milliseconds', now()) AS now`;

function notYet(): never {
  throw new Error('clock and customer app are unknown until a statement or `tx.begun` was awaited');
}

/**
 * A running transaction. Every write takes one as a required argument; only `Transactions` makes
 * them, so code that forgets the transaction does not compile.
 */
export abstract class Tx {
  #times: Times | undefined;
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

  protected beginsAt(times: Times): void {
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
    const session = sessions.get(this);
    if (!session?.open) return Promise.reject(ended());
    const { client } = session;
    const isChange = modifies(statement);
    session.hasWritten ||= isChange;
    session.isHeld ||= !session.isBegun && this.kind === 'worker' && isChange;
    if (session.isHeld && !session.isBegun)
      return awaitedLater(session.begun.then(() => this.query<R>(statement, params)));
    const setting = session.settingFor(statement, params);
    inOnePacket(client);
    const isSet = setting && client.query(setting);
    const { sql, plan } = statement;
    const answer = client.query<R>(plan === 'by key' ? prepared(sql, params) : whole(sql, params));
    // If the first of two in flight fails, the work may end before it awaits the second.
    return awaitedLater(session.rowsOf(Promise.all([answer, isSet]).then(([rows]) => rows)));
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
    session.hasWritten ||= !batch.isEmpty;
    if (!batch.isEmpty) session.underWay.push(awaitedLater(this.#written(session, batch)));
  }

  /** Never rejects: a failed write fails the transaction. */
  async #written(session: TxSession, batch: WriteBatch): Promise<void> {
    try {
      if (!session.isBegun) {
        session.isHeld = true;
        await session.begun;
      }
      // The work failed meanwhile.
      if (!session.open) return;
      await session.send(batch, this.#outboxRows(batch));
    } catch (error) {
      session.failWith(error);
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

  /**
   * Returns what sends BEGIN, the tenant and the read of the app's clock; the first statements follow
   * at once. For the transaction runner only.
   */
  static beginning(id: CustomerAppId, at: Date | undefined): (session: TxSession) => AppTx {
    const settings = `; SET LOCAL app.customer_app_id = '${id}'`;
    return (session) => {
      const tx = new AppTx(session, id);
      session.begin<Known>(settings, prepared(APP_AND_CLOCK, [id]), (row) => {
        if (!row) throw new UnknownCustomerApp(id);
        const { systemNow, now, type, name } = row;
        tx.#customerApp = { id, type, name };
        tx.beginsAt({ systemNow, now: at && at < now ? at : now });
      });
      return tx;
    };
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

  /** For the transaction runner only. */
  static begin(session: TxSession): WorkerTx {
    const tx = new WorkerTx(session);
    session.begin<{ now: Date }>('', prepared(REAL_TIME, []), (row) => {
      if (!row) throw new Error('the database did not tell the time');
      tx.beginsAt({ now: row.now, systemNow: row.now });
    });
    return tx;
  }
}

function whole(text: string, values: readonly unknown[]): PreparedQuery {
  return { text, values: [...values] };
}
