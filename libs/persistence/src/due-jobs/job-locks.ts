import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const LOOK_AGAIN_MS = 20;
/** After so long without a word PostgreSQL ends the session: its process is frozen, or gone. */
const SILENCE_MS = 8_000;
const SIGN_OF_LIFE_MS = 1_500;
// The first number of all locks of due jobs; the second is the hash of the job's name.
const LOCK_CLASS = 1_146_112_074;

/**
 * One advisory lock per job, held by one connection of this process so that no pool runs dry while
 * jobs run. When the connection breaks, its locks are free and the running jobs go on; PostgreSQL
 * ends it when the process is silent for 8 s, so that a frozen replica does not hold up the others.
 */
export class JobLocks {
  private readonly connection: pg.Pool;
  private readonly heldHere = new Set<string>();
  private readonly signsOfLife: NodeJS.Timeout;
  private askedAt = -Infinity;

  constructor(
    url: string,
    private readonly onError: (error: unknown) => void,
  ) {
    // A pool of one: it queues what the jobs ask at the same time, and replaces a broken connection.
    this.connection = new pg.Pool({
      connectionString: url,
      application_name: 'due jobs',
      keepAlive: true,
      max: 1,
      idleTimeoutMillis: 0,
      options: `-c idle_session_timeout=${SILENCE_MS} -c tcp_user_timeout=${SILENCE_MS}`,
    });
    this.connection.on('error', onError);
    this.signsOfLife = setInterval(() => {
      const silentMs = performance.now() - this.askedAt;
      if (silentMs < SIGN_OF_LIFE_MS || this.connection.totalCount === 0) return;
      this.ask({ text: 'SELECT' }).catch(onError);
    }, SIGN_OF_LIFE_MS);
    this.signsOfLife.unref();
  }

  /** A statement that reads little. */
  ask<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    this.askedAt = performance.now();
    return this.connection.query<R>(query);
  }

  /** Runs `work` under the lock; returns undefined when somebody else holds it. */
  async tryRun<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    // Advisory locks are re-entrant for their session: this process must tell its own runs apart.
    if (this.heldHere.has(name)) return undefined;
    this.heldHere.add(name);
    try {
      const text = `SELECT pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1)) AS locked`;
      const result = await this.ask<{ locked: boolean }>({ name: 'lock', text, values: [name] });
      if (!result.rows[0]?.locked) return undefined;
      try {
        return await work();
      } finally {
        await this.unlock(name);
      }
    } finally {
      this.heldHere.delete(name);
    }
  }

  /** Runs `work` under the lock, waiting for it at most `waitMs`. */
  async run<T extends object>(
    name: string,
    work: () => Promise<T>,
    { waitMs }: { readonly waitMs: number },
  ): Promise<T> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const result = await this.tryRun(name, work);
      if (result) return result;
      if (performance.now() > deadline) {
        throw new Error(`job ${name} is still running elsewhere after ${waitMs} ms`);
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.signsOfLife);
    await this.connection.end();
  }

  private async unlock(name: string): Promise<void> {
    try {
      const text = `SELECT pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`;
      await this.ask({ name: 'unlock', text, values: [name] });
    } catch (error) {
      this.onError(error);
    }
  }
}
