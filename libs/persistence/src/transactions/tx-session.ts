import { awaitedLater, type StateMove } from '@towpath/kernel';
import type { PoolClient, QueryResult } from 'pg';
import { ConcurrentChange, isFollower, sqlStateOf } from '../database/database-errors.js';
import { inOnePacket } from './one-packet.js';
import type { PlannedStatement } from './planned-statement.js';
import { prepared } from './prepared-names.js';
import type { Row, WriteBatch } from './write-batch.js';
import { NOT_EXACTLY_ONE, writeStatement } from './write-statement.js';

const PLANS_BY_VALUE = 'SET LOCAL plan_cache_mode = auto';

/** The request that caused an event. */
export interface EventOrigin {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The connection side of a transaction; only the runner of this library makes one. */
export class TxSession {
  /** The first failure of a statement: the transaction must not be committed. */
  doomedBy: unknown;
  /** Writes whose answers have not arrived; they never reject, see `doomedBy`. */
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
  readonly moves: StateMove[] = [];
  readonly afterCommit: (() => void)[] = [];

  constructor(
    readonly client: Pick<PoolClient, 'query'>,
    readonly options: SessionOptions = {},
  ) {
    this.plansByValue = options.plansByValue ?? false;
  }

  /** @param answer of BEGIN and the clock */
  begin(answer: Promise<void>): void {
    this.begun = awaitedLater(answer.then(() => void (this.isBegun = true)));
  }

  /** A statement failed. Those after it fail as well, but cannot say why. */
  doom(error: unknown): void {
    if (!isFollower(error)) this.doomedBy ??= error;
  }

  /** Sends one statement. */
  async ask<R extends object>(
    { sql, plan }: PlannedStatement,
    params: readonly unknown[],
  ): Promise<QueryResult<R>> {
    const { client } = this;
    const isSet = plan === 'by key' || this.plansByValue || params.length === 0;
    this.plansByValue ||= !isSet;
    try {
      const [, result] = await inOnePacket(client, () =>
        Promise.all([
          isSet ? undefined : client.query(PLANS_BY_VALUE),
          plan === 'by key'
            ? client.query<R>(prepared(sql, params))
            : client.query<R>(sql, [...params]),
        ]),
      );
      return result;
    } catch (error) {
      this.doom(error);
      throw error;
    }
  }

  /** Sends the rows of a batch as one statement, and its own statements after it. */
  async send(batch: WriteBatch, outbox: readonly Row[]): Promise<void> {
    const { client } = this;
    const [rows, own] = inOnePacket(client, () => [
      batch.hasRows && client.query(writeStatement(batch, outbox)),
      awaitedLater(
        Promise.all(batch.statements.map(({ sql, params }) => client.query(prepared(sql, params)))),
      ),
    ]);
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
  /** Takes batches in place of the database. */
  readonly keep?: (batch: WriteBatch) => void;
}

/**
 * The result of the work, once BEGIN was answered. A refused BEGIN and an unknown app are the reason
 * for every later failure.
 */
export async function worked<T>(session: TxSession, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // What waits for the answer to BEGIN is not sent any more.
    session.open = false;
    await session.begun;
    throw error;
  }
  await session.begun;
  return result;
}

function missed({ updates }: WriteBatch): ConcurrentChange {
  const tables = updates.map(({ table }) => table).join(' or ');
  return new ConcurrentChange(tables, Object.assign({}, ...updates.map(({ key }) => key)) as Row);
}
