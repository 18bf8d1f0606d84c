import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import { after, LEASE_MS, type LinkJob, type LinkJobId } from './link-job.js';
import type { LinkJobEntity } from './link-job.entity.js';

type JobKey = Pick<LinkJob, 'jobId' | 'claim'>;

/**
 * A process takes a job for the length of a lease; after its death another process takes the job.
 * A lease is measured in real time, because a test app moves its own clock as it likes.
 */
@Injectable()
export class LinkJobRepository {
  /** Adds a job that this process has taken already. */
  add(tx: AppTx, batch: WriteBatch, job: LinkJob): void {
    batch.insert('link_jobs', {
      customer_app_id: job.customerAppId,
      job_id: job.jobId,
      login_identity_id: job.loginIdentityId,
      session_id: job.sessionId,
      kind: job.kind,
      product: job.product,
      step: job.step,
      due_at: tx.now,
      leased_until: leaseEnd(tx),
      deadline_at: job.deadlineAt,
      claim: job.claim,
      failures: job.failures,
      cursor: job.cursor,
      sealed: job.sealed,
      created_at: tx.now,
    });
  }

  /** Null when it is done, not due, or taken. */
  async take(tx: AppTx, jobId: LinkJobId): Promise<LinkJob | null> {
    await tx.begun;
    const [row] = await tx.query<LinkJobEntity>(
      byKey(`UPDATE link_jobs SET claim = claim + 1, leased_until = $4
       WHERE customer_app_id = $1 AND job_id = $2 AND due_at <= $3
         AND (leased_until IS NULL OR leased_until <= $5) RETURNING *`),
      [tx.customerApp.id, jobId, tx.now, leaseEnd(tx), tx.systemNow],
    );
    return row ? jobFromRow(row) : null;
  }

  /**
   * Whether this process still has the job; no other process takes it until the transaction ends.
   */
  async isMine(tx: AppTx, { jobId, claim }: JobKey): Promise<boolean> {
    const rows = await tx.query(
      byKey(`SELECT 1 FROM link_jobs WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3
       FOR UPDATE`),
      [tx.customerApp.id, jobId, claim],
    );
    return rows.length === 1;
  }

  /**
   * Like `isMine`, for work that may end its process: it counts as a failure until an outcome is
   * written.
   */
  async begin(tx: AppTx, { jobId, claim, failures }: LinkJob): Promise<boolean> {
    const rows = await tx.query(
      byKey(`UPDATE link_jobs SET failures = $4
       WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3 RETURNING 1 AS begun`),
      [tx.customerApp.id, jobId, claim, failures + 1],
    );
    return rows.length === 1;
  }

  /** Gives the job back until it is due, or keeps it for another lease. */
  async change(
    tx: AppTx,
    { jobId, claim }: JobKey,
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
    const rows = await tx.query(
      byValues(`UPDATE link_jobs SET due_at = $4, failures = coalesce($5, failures),
         cursor = coalesce($6, cursor), step = coalesce($7, step), sealed = coalesce($8, sealed),
         claim = claim + $9, leased_until = $10
       WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3 RETURNING 1 AS done`),
      [
        tx.customerApp.id,
        jobId,
        claim,
        to.dueAt ?? tx.now,
        to.failures ?? null,
        to.cursor ?? null,
        to.step ?? null,
        to.sealed ?? null,
        to.takeAway ? 1 : 0,
        to.dueAt ? null : leaseEnd(tx),
      ],
    );
    return rows.length === 1;
  }

  async done(tx: AppTx, { jobId, claim }: JobKey): Promise<boolean> {
    const rows = await tx.query(
      byValues(`DELETE FROM link_jobs WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3
       RETURNING 1 AS done`),
      [tx.customerApp.id, jobId, claim],
    );
    return rows.length === 1;
  }

  /** Claims a waiting job before it is due; null if another worker just did. */
  async seize(tx: AppTx, { jobId, claim }: JobKey): Promise<LinkJob | null> {
    const [row] = await tx.query<LinkJobEntity>(
      byValues(`UPDATE link_jobs SET claim = claim + 1, due_at = $4, leased_until = $5
       WHERE customer_app_id = $1 AND job_id = $2 AND claim = $3 RETURNING *`),
      [tx.customerApp.id, jobId, claim, tx.now, leaseEnd(tx)],
    );
    return row ? jobFromRow(row) : null;
  }

  async ofLogin(tx: AppTx, loginIdentityId: string): Promise<readonly LinkJob[]> {
    const rows = await tx.query<LinkJobEntity>(
      byValues(`SELECT * FROM link_jobs WHERE customer_app_id = $1 AND login_identity_id = $2`),
      [tx.customerApp.id, loginIdentityId],
    );
    return rows.map(jobFromRow);
  }

  /** The login identity is deleted: nothing is owed to it any more. */
  async dropAll(tx: AppTx, loginIdentityId: string): Promise<void> {
    await tx.query(
      byValues(`DELETE FROM link_jobs WHERE customer_app_id = $1 AND login_identity_id = $2`),
      [tx.customerApp.id, loginIdentityId],
    );
  }
}

function leaseEnd({ systemNow }: AppTx): Date {
  return after(systemNow, LEASE_MS);
}

function jobFromRow(row: LinkJobEntity): LinkJob {
  return {
    customerAppId: row.customer_app_id as CustomerAppId,
    jobId: row.job_id as LinkJob['jobId'],
    loginIdentityId: row.login_identity_id as LinkJob['loginIdentityId'],
    sessionId: row.session_id as LinkJob['sessionId'],
    kind: row.kind,
    product: row.product,
    step: row.step,
    claim: row.claim,
    failures: row.failures,
    cursor: row.cursor,
    sealed: row.sealed,
    deadlineAt: row.deadline_at,
  };
}
