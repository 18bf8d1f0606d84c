import { awaitedLater, type CustomerAppId } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import { Transactions } from '../transactions/transactions.js';
import type { DueJob, DueCheck } from './due-job.js';
import { JobLocks } from './job-locks.js';

export interface DueJobRunnerOptions {
  readonly transactions: Transactions;
  /** URL of the worker role: the connection that holds the jobs' locks. */
  readonly lockUrl: string;
  /** Called with every failed run; the job runs again at the next poll. */
  readonly onError: (error: unknown, job: string) => void;
  /** While there is something to do. */
  readonly pollMs?: number;
  /** While there is nothing. */
  readonly restMs?: number;
}

const DEFAULT_POLL_MS = 1_000;
/** Shorter than a connection without a word is kept: a check finds it open. */
const DEFAULT_REST_MS = 4_000;
/** A round that still finds work after this many is a job that does not move its due times. */
const MAX_ROUNDS = 1_000;

/** The result of a poll. */
interface Seen {
  readonly due: readonly DueJob[];
  /** Time in ms until more is due by real time, as far as known. */
  readonly nextMs: number;
}

/**
 * Runs the due jobs of a service by schedule, and on demand after a moved clock. It polls each
 * second while this process works for customer apps. Otherwise it polls at the next due instant,
 * and every 4 s for rows of other processes. Replicas share the rows of a job; a job without rows
 * runs on one replica at a time.
 */
export class DueJobRunner {
  private readonly jobs = new Map<string, DueJob>();
  private readonly locks: JobLocks;
  private readonly running = new Set<Promise<void>>();
  private readonly pollMs: number;
  private readonly restMs: number;
  private timer: NodeJS.Timeout | undefined;
  private state: 'IDLE' | 'STARTED' | 'STOPPED' = 'IDLE';
  private checking = false;
  private rung = false;
  private checksAt = Infinity;

  constructor(private readonly options: DueJobRunnerOptions) {
    this.locks = new JobLocks(options.lockUrl, (error) => options.onError(error, 'locks'));
    this.pollMs = options.pollMs ?? DEFAULT_POLL_MS;
    this.restMs = Math.max(options.restMs ?? DEFAULT_REST_MS, this.pollMs);
  }

  register(job: DueJob): void {
    if (this.jobs.has(job.name)) throw new Error(`two due jobs are named ${job.name}`);
    this.jobs.set(job.name, job);
  }

  /** Begins to check. Jobs run side by side; a slow one does not delay the others. */
  start(): void {
    if (this.state !== 'IDLE') return;
    this.state = 'STARTED';
    this.checkIn(this.pollMs);
  }

  /** This process wrote something for a customer app: it may be due sooner than was seen. */
  wake(): void {
    if (this.rung) return;
    this.rung = true;
    if (this.checking || this.state !== 'STARTED') return;
    if (this.checksAt - performance.now() > this.pollMs) this.checkIn(this.pollMs);
  }

  /** Stops polling and waits for running jobs. */
  async stop(): Promise<void> {
    this.state = 'STOPPED';
    clearTimeout(this.timer);
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

  /**
   * The earliest instant at which any job has something to do for the app, and at which a moved
   * clock must stop; null for never.
   */
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
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      let handled = 0;
      for (const job of this.jobs.values()) {
        handled += await this.locks.runAlone(job.name, () => job.runDue(app));
      }
      if (handled === 0) return total;
      total += handled;
    }
    throw new Error(`due jobs found work ${MAX_ROUNDS} times in a row`);
  }

  private checkIn(ms: number): void {
    clearTimeout(this.timer);
    this.checksAt = performance.now() + ms;
    // A request that wakes the runner has a deadline, and what is due does not.
    this.timer = requestContext.leave(() => setTimeout(() => this.keep(this.poll()), ms));
    this.timer.unref();
  }

  /** Sends no second poll while a slow database answers the first one. */
  private async poll(): Promise<void> {
    this.checking = true;
    this.rung = false;
    let nextMs = 0;
    try {
      const seen = await this.check();
      for (const job of seen.due) this.keep(this.runQuietly(job));
      nextMs = seen.due.length > 0 ? 0 : seen.nextMs;
    } catch (error) {
      this.options.onError(error, 'what is due');
    } finally {
      this.checking = false;
      if (this.rung) nextMs = 0;
      if (this.state === 'STARTED')
        this.checkIn(Math.min(Math.max(nextMs, this.pollMs), this.restMs));
    }
  }

  private keep(work: Promise<void>): void {
    const run = work.finally(() => this.running.delete(run));
    this.running.add(awaitedLater(run));
  }

  /** Asked in one statement for all jobs. */
  private async check(): Promise<Seen> {
    const due = new Set<string>();
    const asked: string[] = [];
    for (const job of this.jobs.values()) {
      const check = job.check();
      if ('sql' in check) asked.push(questionOf(job.name, check));
      else if (check.due) due.add(job.name);
    }
    let nextMs = Infinity;
    if (asked.length > 0) {
      const text = `${asked.join(' UNION ALL ')} UNION ALL ${AHEAD}`;
      const name = `what is due of ${asked.length}`;
      const { rows } = await this.locks.ask<AnswerRow>({ name, text, values: [null] });
      for (const row of rows) {
        if (row.due && row.name) due.add(row.name);
        // By whose clock rows are due sooner is not asked: the next check is as early as can be.
        if (row.due && !row.name) nextMs = 0;
        if (row.next_ms !== null) nextMs = Math.min(nextMs, row.next_ms);
      }
    }
    return { due: [...this.jobs.values()].filter((job) => due.has(job.name)), nextMs };
  }

  private async runQuietly(job: DueJob): Promise<void> {
    try {
      for (let round = 0; round < MAX_ROUNDS && this.state !== 'STOPPED'; round += 1) {
        // Between two rounds somebody who waits to run alone has their turn.
        if (!(await this.round(job))) return;
      }
    } catch (error) {
      this.options.onError(error, job.name);
    }
  }

  /** Number of handled items; undefined while another process runs the job exclusively. */
  private round(job: DueJob): Promise<number | undefined> {
    const { name } = job;
    if (!job.runShare) return this.locks.tryRun(name, () => job.runDue());
    return this.locks.tryShare(name, async () => job.runShare?.(this.locks) ?? 0);
  }
}

interface AnswerRow {
  /** Null for the row that says whether a running clock is ahead of real time. */
  readonly name: string | null;
  readonly due: boolean;
  readonly next_ms: number | null;
}

// `$1` has a type even when no job asks about it.
const AHEAD = `SELECT NULL, EXISTS (SELECT FROM customer_app_views
    WHERE clock_offset_ms > 0 AND clock_frozen_at IS NULL) AND $1::text IS NULL, NULL`;

function questionOf(name: string, { sql, next }: Exclude<DueCheck, { due: boolean }>): string {
  const nextMs = next ? `(extract(epoch FROM (${next}) - now()) * 1000)::float8` : 'NULL::float8';
  return `SELECT '${name}' AS name, EXISTS (${sql}) AS due, ${nextMs} AS next_ms`;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return !one || (other && other < one) ? other : one;
}
