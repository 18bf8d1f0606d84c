import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const LOOK_AGAIN_MS = 20;
// The first number of all locks of due jobs; the second is the hash of the job's name.
const LOCK_CLASS = 1_146_112_074;

/**
 * One advisory lock per job, held by one connection of this process so that no pool runs dry while
 * jobs run. When the connection breaks, its locks are free and the running jobs go on.
 */
export class JobLocks {
  private client: pg.Client | undefined;
  private connecting: Promise<pg.Client> | undefined;
  private readonly heldHere = new Set<string>();

  constructor(
    private readonly url: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Runs `work` under the lock; returns undefined when somebody else holds it. */
  async tryRun<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    // Advisory locks are re-entrant for their session: this process must tell its own runs apart.
    if (this.heldHere.has(name)) return undefined;
    this.heldHere.add(name);
    try {
      const client = await this.connected();
      const sql = `SELECT pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1)) AS locked`;
      const result = await client.query<{ locked: boolean }>(sql, [name]);
      if (!result.rows[0]?.locked) return undefined;
      try {
        return await work();
      } finally {
        await this.unlock(client, name);
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
    const client = this.client;
    this.client = undefined;
    await client?.end();
  }

  private async unlock(client: pg.Client, name: string): Promise<void> {
    if (client !== this.client) return;
    try {
      await client.query(`SELECT pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`, [name]);
    } catch (error) {
      this.onError(error);
    }
  }

  private async connected(): Promise<pg.Client> {
    if (this.client) return this.client;
    this.connecting ??= this.connect().finally(() => (this.connecting = undefined));
    return this.connecting;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'due jobs',
      keepAlive: true,
    });
    client.on('error', (error) => {
      if (this.client === client) this.client = undefined;
      this.onError(error);
    });
    await client.connect();
    this.client = client;
    return client;
  }
}
