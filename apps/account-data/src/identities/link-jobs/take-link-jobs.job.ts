import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import type { LinkJobId } from './link-job.js';
import { LinkJobRepository } from './link-job.repository.js';
import { LinkJobRunner } from './link-job-runner.js';

interface DueRow {
  readonly customer_app_id: CustomerAppId;
  readonly job_id: LinkJobId;
}

/** Jobs whose process died, that are to be tried again, or that waited for a user in vain. */
@Injectable()
export class TakeLinkJobs extends DueRowsJob<DueRow> {
  override readonly name = 'take-link-jobs';

  constructor(
    transactions: Transactions,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
  ) {
    super(transactions, {
      table: 'link_jobs',
      columns: ['job_id'],
      dueAt: 'due_at',
      open: 'leased_until IS NULL OR leased_until <= now()',
    });
  }

  protected override async runOne(row: DueRow): Promise<boolean> {
    const job = await this.transactions.forApp(row.customer_app_id, (tx) =>
      this.jobs.take(tx, row.job_id),
    );
    if (!job) return false;
    await this.runner.run(job);
    return true;
  }
}
