import pg from 'pg';
import { valueTypes } from '../database/value-types.js';

/** PostgreSQL ends a session that is silent for so long: its process is frozen or dead. */
const SILENCE_MS = 8_000;
const SIGN_OF_LIFE_MS = 1_500;
/**
 * Without a lock, an unused connection is closed after this time, before PostgreSQL would end it.
 */
const IDLE_MS = 6_000;
/** Longest wait in ms of `runAlone` for its turn. */
const WAIT_MS = 30_000;
/** The clocks of so many customer apps move at the same time. */
const MAX_ALONE = 2;
// The first number of all locks of due jobs; the second is the hash of the job's name.
const LOCK_CLASS = 1_146_112_074;
const LOCK_NOT_AVAILABLE = '55P03';
const NAMED = `(${LOCK_CLASS}, hashtext($1))`;

type Kind = 'EXCLUSIVE' | 'SHARED';

const TRY: Readonly<Record<Kind, string>> = {
  EXCLUSIVE: `SELECT pg_try_advisory_lock${NAMED} AS locked`,
  SHARED: `SELECT pg_try_advisory_lock_shared${NAMED} AS locked`,
};
const UNLOCK: Readonly<Record<Kind, string>> = {
  EXCLUSIVE: `SELECT pg_advisory_unlock${NAMED}`,
  SHARED: `SELECT pg_advisory_unlock_shared${NAMED}`,
};

/**
 * Advisory locks of due jobs, held by one connection of this process so that no pool runs dry while
 * jobs run. When the connection breaks, its locks are free and the running jobs go on; PostgreSQL
 * ends it when the process is silent for 8 s, so that a frozen replica does not hold up the others.
 */
export class JobLocks {
  private readonly connection: pg.Pool;
  /** Exclusive requests; PostgreSQL grants them the lock first. */
  private readonly alone: pg.Pool;
  private readonly heldHere = new Set<string>();
  private readonly signsOfLife: NodeJS.Timeout;
  private askedAt = -Infinity;

  constructor(
    url: string,
    private readonly onError: (error: unknown) => void,
  ) {
    // A pool of one: it queues what the jobs ask at the same time, and replaces a broken connection.
    this.connection = poolOf(url, { max: 1, onError });
    this.alone = poolOf(url, { max: MAX_ALONE, onError });
    this.signsOfLife = setInterval(() => {
      const silentMs = performance.now() - this.askedAt;
      if (silentMs < SIGN_OF_LIFE_MS || this.heldHere.size === 0) return;
      this.ask({ text: 'SELECT' }).catch(onError);
    }, SIGN_OF_LIFE_MS);
    this.signsOfLife.unref();
  }

  /** A statement that reads little, or takes and frees locks of rows. */
  ask<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    this.askedAt = performance.now();
    return this.connection.query<R>(query);
  }

  /** Runs `work` under the lock; undefined if another process has it. */
  tryRun<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    return this.tryAs('EXCLUSIVE', name, work);
  }

  /**
   * Like `tryRun`, but shares the lock with other processes; undefined while a process has it
   * exclusively.
   */
  tryShare<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    return this.tryAs('SHARED', name, work);
  }

  /**
   * Runs `work` with the exclusive lock, also within this process; waits for the lock for at most
   * 30 s.
   */
  async runAlone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = await this.alone.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => {
      broken = error;
      this.onError(error);
    };
    client.on('error', onBroken);
    try {
      await waitFor(client, name);
      const stillAlive = setInterval(
        () => void client.query('SELECT').catch(this.onError),
        SIGN_OF_LIFE_MS,
      );
      try {
        return await work();
      } finally {
        clearInterval(stillAlive);
        const query = { name: 'unlock', text: UNLOCK.EXCLUSIVE, values: [name] };
        if (!broken) await client.query(query).catch(onBroken);
      }
    } finally {
      client.removeListener('error', onBroken);
      client.release(broken !== undefined);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.signsOfLife);
    await Promise.all([this.connection.end(), this.alone.end()]);
  }

  private async tryAs<T>(kind: Kind, name: string, work: () => Promise<T>): Promise<T | undefined> {
    // Advisory locks are re-entrant for their session: this process must tell its own runs apart.
    if (this.heldHere.has(name)) return undefined;
    this.heldHere.add(name);
    try {
      const query = { name: `lock ${kind}`, text: TRY[kind], values: [name] };
      const result = await this.ask<{ locked: boolean }>(query);
      if (!result.rows[0]?.locked) return undefined;
      try {
        return await work();
      } finally {
        await this.unlock(kind, name);
      }
    } finally {
      this.heldHere.delete(name);
    }
  }

  private async unlock(kind: Kind, name: string): Promise<void> {
    try {
      await this.ask({ name: `unlock ${kind}`, text: UNLOCK[kind], values: [name] });
    } catch (error) {
      this.onError(error);
    }
  }
}

function poolOf(
  url: string,
  { max, onError }: { readonly max: number; readonly onError: (error: unknown) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'due jobs',
    keepAlive: true,
    max,
    idleTimeoutMillis: IDLE_MS,
    types: valueTypes,
    // What is asked again and again keeps the plan of a time when a table was one page long.
    options:
      `-c enable_seqscan=off -c random_page_cost=1.1 -c idle_session_timeout=${SILENCE_MS} -c tcp_user_timeout=${SILENCE_MS}` +
      ` -c lock_timeout=${WAIT_MS}`,
  });
  pool.on('error', onError);
  return pool;
}

async function waitFor(client: pg.PoolClient, name: string): Promise<void> {
  try {
    const text = `SELECT pg_advisory_lock${NAMED}`;
    await client.query({ name: 'lock', text, values: [name] });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(`job ${name} is still running elsewhere after ${WAIT_MS} ms`, {
      cause: error,
    });
  }
}
