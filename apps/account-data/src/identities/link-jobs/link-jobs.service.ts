import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { awaitedLater, newId, plusMs, type LoginIdentityId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byKey, byValues, type AppTx, type WriteBatch } from '@towpath/persistence';
import type { SessionKey } from '../login-identities/login-identity.table.js';
import { linkJobs, type LinkJob, type LinkJobId } from './link-job.table.js';

/** Longer than an institution may take for one answer. Real time. */
const LEASE_MS = 60_000;
/** With so many running jobs, no job starts for which no user waits. */
const MAX_IN_BACKGROUND = 32;

const CLAIMED = 'WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3';

interface NewJob extends Pick<LinkJob, 'kind'> {
  readonly login: SessionKey;
  /** It is given up after this time, on the app's clock. */
  readonly lifetimeMs: number;
  readonly product?: string;
  readonly step?: LinkJob['step'];
  readonly sealed?: Buffer;
}

/**
 * Pending work for login identities. A process takes a job for the length of a lease; after its
 * death another process takes the job. A lease is measured in real time, because a test app moves
 * its own clock as it likes.
 */
@Injectable()
export class LinkJobsService implements OnApplicationShutdown {
  private readonly running = new Set<Promise<void>>();
  /** Calls of `inBackground` that are starting. */
  private readonly beginning = new Set<Promise<void>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Adds a job that this process has taken already; `start` it after the commit. */
  add(tx: AppTx, batch: WriteBatch, { login, lifetimeMs, ...job }: NewJob): LinkJob {
    const { customerAppId, loginIdentityId, sessionId } = login;
    const added = {
      customerAppId,
      jobId: newId<LinkJobId>(tx.systemNow),
      loginIdentityId,
      sessionId,
      product: null,
      step: null,
      dueAt: tx.now,
      leasedUntil: leaseEnd(tx),
      deadlineAt: plusMs(tx.now, lifetimeMs),
      claim: 1,
      failures: 0,
      cursor: null,
      sealed: null,
      createdAt: tx.now,
      ...job,
    };
    linkJobs.insert(batch, added);
    return added;
  }

  /** Null when it is done, not due, or taken. */
  async take(tx: AppTx, jobId: LinkJobId): Promise<LinkJob | null> {
    await tx.begun;
    const taken = await tx.query<{ row: unknown }>(
      byKey(`UPDATE link_jobs AS j SET claim = claim + 1, leased_until = $4
       WHERE customer_app_id = $1 AND job_id = $2 AND due_at <= $3
         AND (leased_until IS NULL OR leased_until <= $5) RETURNING to_jsonb(j) AS row`),
      [tx.customerApp.id, jobId, tx.now, leaseEnd(tx), tx.systemNow],
    );
    return linkJobs.rows(taken)[0] ?? null;
  }

  /** Whether this process has the job; no other one takes it until the transaction ends. */
  isMine(tx: AppTx, job: LinkJob): Promise<boolean> {
    return withClaim(tx, job, [byKey(`SELECT 1 FROM link_jobs ${CLAIMED} FOR UPDATE`)]);
  }

  /** Like `isMine`, for work that may end its process: a failure until an outcome is written. */
  begin(tx: AppTx, job: LinkJob): Promise<boolean> {
    const count = byKey(`UPDATE link_jobs SET failures = $4 ${CLAIMED} RETURNING 1 AS begun`);
    return withClaim(tx, job, [count, job.failures + 1]);
  }

  /** Gives the job back until it is due, or keeps it for another lease. */
  async change(
    tx: AppTx,
    job: LinkJob,
    to: {
      /** Absent: this process keeps the job. */
      readonly dueAt?: Date;
      readonly failures?: number;
      readonly cursor?: string;
      readonly step?: LinkJob['step'];
      readonly sealed?: Buffer;
      /** The previous worker loses the job. */
      readonly takeAway?: boolean;
    },
  ): Promise<boolean> {
    await tx.begun;
    return withClaim(tx, job, [
      byValues(`UPDATE link_jobs SET due_at = $4, failures = coalesce($5, failures),
         cursor = coalesce($6, cursor), step = coalesce($7, step), sealed = coalesce($8, sealed),
         claim = claim + $9, leased_until = $10 ${CLAIMED} RETURNING 1 AS done`),
      to.dueAt ?? tx.now,
      to.failures ?? null,
      to.cursor ?? null,
      to.step ?? null,
      to.sealed ?? null,
      to.takeAway ? 1 : 0,
      to.dueAt ? null : leaseEnd(tx),
    ]);
  }

  done(tx: AppTx, job: LinkJob): Promise<boolean> {
    return withClaim(tx, job, [byValues(`DELETE FROM link_jobs ${CLAIMED} RETURNING 1 AS done`)]);
  }

  /** Claims a waiting job before it is due; null if another worker just did. */
  async seize(tx: AppTx, { jobId, claim }: LinkJob): Promise<LinkJob | null> {
    const seized = await tx.query<{ row: unknown }>(
      byValues(`UPDATE link_jobs AS j SET claim = claim + 1, due_at = $4, leased_until = $5
       WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3 RETURNING to_jsonb(j) AS row`),
      [tx.customerApp.id, jobId, claim, tx.now, leaseEnd(tx)],
    );
    return linkJobs.rows(seized)[0] ?? null;
  }

  async ofLogin(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<readonly LinkJob[]> {
    const rows = await tx.query<{ row: unknown }>(
      byValues(`SELECT to_jsonb(j) AS row FROM link_jobs AS j
       WHERE customer_app_id = $1 AND login_identity_id = $2`),
      [tx.customerApp.id, loginIdentityId],
    );
    return linkJobs.rows(rows);
  }

  /** Nothing is owed to the login identity any more. */
  async dropAll(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<void> {
    await tx.query(
      byValues(`DELETE FROM link_jobs WHERE customer_app_id = $1 AND login_identity_id = $2`),
      [tx.customerApp.id, loginIdentityId],
    );
  }

  /**
   * Begins the work on a job that this process has taken, without waiting. Whatever it throws, the
   * job is taken again when its lease ends.
   */
  start(job: LinkJob, work: (job: LinkJob) => Promise<void>): void {
    const run = work(job)
      .catch((error: unknown) => {
        const { jobId, kind, product } = job;
        this.logger.error({ error, jobId, kind, product }, 'a link job failed');
      })
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Begins work that no user waits for when there is room: it never crowds out logins. */
  async inBackground(begin: () => Promise<void>): Promise<void> {
    while (this.running.size + this.beginning.size >= MAX_IN_BACKGROUND) {
      await Promise.race([...this.running, ...this.beginning]);
    }
    const begun = awaitedLater(begin());
    const settled = awaitedLater(
      Promise.allSettled([begun]).then(() => void this.beginning.delete(settled)),
    );
    this.beginning.add(settled);
    return begun;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running);
  }
}

/** Runs a statement about a claimed job. False if another process has taken the job. */
async function withClaim(
  tx: AppTx,
  { jobId, claim }: LinkJob,
  [statement, ...more]: readonly [ReturnType<typeof byKey>, ...unknown[]],
): Promise<boolean> {
  const rows = await tx.query(statement, [tx.customerApp.id, jobId, claim, ...more]);
  return rows.length === 1;
}

/** After so many failures in a row: 5 s, 30 s, 2 min, then every 5 min. */
export function backOffMs(failures: number): number {
  return [5_000, 30_000, 120_000][failures - 1] ?? 300_000;
}

function leaseEnd({ systemNow }: AppTx): Date {
  return plusMs(systemNow, LEASE_MS);
}
