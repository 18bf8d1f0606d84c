import { awaitedLater, type StateMove } from '@towpath/kernel';
import type { PoolClient, QueryResult } from 'pg';
import { ConcurrentChange, isFollower, sqlStateOf } from '../database/database-errors.js';
import { type PlannedStatement, prepared, type PreparedQuery } from './planned-statement.js';
import type { Row, WriteBatch } from './write-batch.js';
import { NOT_EXACTLY_ONE, writeStatement } from './write-statement.js';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * What is asked in this turn of the event loop leaves together. Each packet costs both sides a system
 * call, and often wakes the other one for a part only.
 */
export function inOnePacket(client: object): void {
  const { connection } = client as { connection?: { stream?: Partial<Corkable> } };
  const stream = connection?.stream;
  // Clients of tests may have no socket.
  if (!stream?.cork || !stream.uncork) return;
  stream.cork();
  // The queue of ticks is looked at again when no promise is left to continue.
  process.nextTick(() => stream.uncork?.());
}

const PLANS_BY_VALUE = 'SET LOCAL plan_cache_mode = auto';

/** The request that caused an event. */
export interface EventOrigin {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The connection side of a transaction; only the runner of this library makes one. */
export class TxSession {
  /** The first failure of a statement: the transaction must not be committed. */
  failedBy: unknown;
  /** Writes whose answers have not arrived; they never reject, see `failedBy`. */
  readonly underWay: Promise<void>[] = [];
  /** Resolves with the answer to BEGIN. */
  begun: Promise<void> = Promise.resolve();
  isBegun = false;
  /** A statement waits for the answer to BEGIN, so later ones do too: their order stays. */
  isHeld = false;
  open = true;
  /** From the first statement on whose plan may depend on its values. */
  plansByValue: boolean;
  published = false;
  /** A statement that may change rows was sent. */
  hasWritten = false;
  readonly moves: StateMove[] = [];
  readonly afterCommit: (() => void)[] = [];

  constructor(
    readonly client: Pick<PoolClient, 'query'>,
    readonly options: SessionOptions = {},
  ) {
    this.plansByValue = options.plansByValue ?? false;
  }

  /**
   * Sends BEGIN with settings and a question, whose row `begun` takes. If BEGIN is refused, that is
   * the reason for every later failure.
   */
  begin<R extends object>(
    settings: string,
    question: PreparedQuery,
    begun: (row: R | undefined) => void,
  ): void {
    const { client } = this;
    inOnePacket(client);
    const begin = client.query(`BEGIN${this.options.readOnly ? ' READ ONLY' : ''}${settings}`);
    const answer = awaitedLater(client.query<R>(question));
    this.begun = awaitedLater(
      begin.then(async () => {
        begun((await answer).rows[0]);
        this.isBegun = true;
      }),
    );
  }

  /** The rows of a statement that was sent, once the answer to BEGIN is known too. */
  async rowsOf<R extends object>(answer: Promise<QueryResult<R>>): Promise<R[]> {
    try {
      return (await answer).rows;
    } catch (error) {
      this.failWith(error);
      throw error;
    } finally {
      await this.begun;
    }
  }

  /** A statement failed. Those after it fail as well, but cannot say why. */
  failWith(error: unknown): void {
    if (!isFollower(error)) this.failedBy ??= error;
  }

  /** The setting that a statement needs before it, if any. */
  settingFor({ plan }: PlannedStatement, params: readonly unknown[]): string | undefined {
    if (plan === 'by key' || this.plansByValue || params.length === 0) return undefined;
    this.plansByValue = true;
    return PLANS_BY_VALUE;
  }

  /** COMMIT after the pending writes; PostgreSQL rolls back if one of them fails. */
  async commit(): Promise<void> {
    this.open = false;
    if (this.failedBy) throw this.failedBy;
    inOnePacket(this.client);
    const { command } = await this.client.query('COMMIT');
    await Promise.all(this.underWay);
    if (this.failedBy) throw this.failedBy;
    // After a failed statement PostgreSQL answers COMMIT with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error('nothing was committed');
  }

  /** The reason of a failure: a refused BEGIN, or the statement that made later ones fail. */
  async reasonOf(error: unknown): Promise<unknown> {
    // What waits for the answer to BEGIN is not sent any more.
    this.open = false;
    const refused = await this.begun.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    await Promise.all(this.underWay);
    return refused ?? (isFollower(error) ? (this.failedBy ?? error) : error);
  }

  /** Sends the rows of a batch as one statement, and its own statements after it. */
  async send(batch: WriteBatch, outbox: readonly Row[]): Promise<void> {
    const { client } = this;
    inOnePacket(client);
    const rows = batch.hasRows && client.query(writeStatement(batch, outbox));
    const own = awaitedLater(
      Promise.all(batch.statements.map(({ sql, params }) => client.query(prepared(sql, params)))),
    );
    try {
      await rows;
    } catch (error) {
      throw sqlStateOf(error) === NOT_EXACTLY_ONE ? missed(batch) : error;
    }
    await own;
  }
}

export interface SessionOptions {
  readonly origin?: EventOrigin;
  readonly readOnly?: boolean;
  /** The connection's own settings plan each statement for its values. */
  readonly plansByValue?: boolean;
}

function missed({ updates }: WriteBatch): ConcurrentChange {
  const tables = updates.map(({ table }) => table).join(' or ');
  return new ConcurrentChange(tables, Object.assign({}, ...updates.map(({ key }) => key)) as Row);
}
