import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '../transactions/transactions.js';
import type { DueJob } from './due-job.js';
import { JobLocks } from './job-locks.js';

export interface DueJobRunnerOptions {
  readonly transactions: Transactions;
  /** URL of the worker role: the connection that holds the jobs' locks. */
  readonly lockUrl: string;
  /** Told of every failed run; the job is tried again at the next poll. */
  readonly onError: (error: unknown, job: string) => void;
  readonly pollMs?: number;
}

const DEFAULT_POLL_MS = 1_000;
/** A round that still finds work after this many is a job that does not move its due times. */
const MOST_ROUNDS = 1_000;
const LOCK_WAIT_MS = 30_000;

/**
 * Runs the service's due jobs: each second what is due by then, on one replica at a time, and on
 * demand what became due when an app's clock was moved.
 */
export class DueJobRunner {
  private readonly jobs = new Map<string, DueJob>();
  private readonly locks: JobLocks;
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private looking = false;

  constructor(private readonly options: DueJobRunnerOptions) {
    this.locks = new JobLocks(options.lockUrl, (error) => options.onError(error, 'locks'));
  }

  register(job: DueJob): void {
    if (this.jobs.has(job.name)) throw new Error(`two due jobs are named ${job.name}`);
    this.jobs.set(job.name, job);
  }

  /** Begins to poll. Jobs run side by side; a slow one does not delay the others. */
  start(): void {
    if (this.timer || this.stopped) return;
    const pollMs = this.options.pollMs ?? DEFAULT_POLL_MS;
    this.timer = setInterval(() => this.keep(this.poll()), pollMs);
    this.timer.unref();
  }

  /** Stops polling and waits for the runs under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.all(this.running);
    await this.locks.close();
  }

  /** Runs everything that is due now, for all apps, until nothing is left. Returns the count. */
  async runAll(): Promise<number> {
    return this.runRounds();
  }

  /** Runs everything that is due for one app by its own clock. Returns how many items it handled. */
  async runFor(app: CustomerAppId): Promise<number> {
    return this.runRounds(app);
  }

  /** The earliest instant at which any job has something to do for the app; null for never. */
  async nextDue(app: CustomerAppId): Promise<Date | null> {
    return (await this.next(app)).dueAt;
  }

  /** `dueAt` as `nextDue` tells it, and the earliest instant at which a moved clock has to stop. */
  next(app: CustomerAppId): Promise<{ dueAt: Date | null; stopAt: Date | null }> {
    return this.options.transactions.asWorker(async (tx) => {
      let dueAt: Date | null = null;
      let stopAt: Date | null = null;
      for (const job of this.jobs.values()) {
        const due = await job.nextDue(tx, app);
        if (due) stopAt = earlier(stopAt, await job.nextStop(tx, app));
        dueAt = earlier(dueAt, due);
      }
      return { dueAt, stopAt };
    });
  }

  private async runRounds(app?: CustomerAppId): Promise<number> {
    let total = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let handled = 0;
      for (const job of this.jobs.values()) {
        const work = async (): Promise<{ count: number }> => ({ count: await job.runDue(app) });
        handled += (await this.locks.run(job.name, work, { waitMs: LOCK_WAIT_MS })).count;
      }
      if (handled === 0) return total;
      total += handled;
    }
    throw new Error(`due jobs found work ${MOST_ROUNDS} times in a row`);
  }

  private async poll(): Promise<void> {
    // A database that answers slowly is not asked the same again meanwhile.
    if (this.looking) return;
    this.looking = true;
    try {
      for (const job of await this.dueNow()) this.keep(this.runQuietly(job));
    } catch (error) {
      this.options.onError(error, 'what is due');
    } finally {
      this.looking = false;
    }
  }

  private keep(work: Promise<void>): void {
    const run = work.finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** The jobs that may have something to do, asked in one statement for all of them. */
  private async dueNow(): Promise<DueJob[]> {
    const due = new Set<string>();
    const asked: string[] = [];
    for (const job of this.jobs.values()) {
      const look = job.look();
      if ('sql' in look) asked.push(`SELECT '${job.name}' AS name WHERE EXISTS (${look.sql})`);
      else if (look.due) due.add(job.name);
    }
    if (asked.length > 0) {
      const text = `SELECT name FROM (${asked.join(' UNION ALL ')}) AS asked WHERE $1::text IS NULL`;
      const name = `what is due of ${asked.length}`;
      const { rows } = await this.locks.ask<{ name: string }>({ name, text, values: [null] });
      for (const row of rows) due.add(row.name);
    }
    return [...this.jobs.values()].filter((job) => due.has(job.name));
  }

  private async runQuietly(job: DueJob): Promise<void> {
    try {
      await this.locks.tryRun(job.name, async () => {
        for (let round = 0; round < MOST_ROUNDS && !this.stopped; round += 1) {
          if ((await job.runDue()) === 0) return;
        }
      });
    } catch (error) {
      this.options.onError(error, job.name);
    }
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return !one || (other && other < one) ? other : one;
}
