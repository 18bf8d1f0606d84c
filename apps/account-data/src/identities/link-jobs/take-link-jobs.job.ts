import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, dueRows, eachOf, Transactions, type WorkerTx } from '@towpath/persistence';
import type { LinkJobId } from './link-job.js';
import { LinkJobRepository } from './link-job.repository.js';
import { LinkJobRunner } from './link-job-runner.js';

const DUE = dueRows({ table: 'link_jobs', columns: ['job_id'], dueAt: 'due_at', limit: 100 });

interface DueRow {
  readonly customer_app_id: CustomerAppId;
  readonly job_id: LinkJobId;
}

/** Jobs whose process died, that are to be tried again, or that waited for a user in vain. */
@Injectable()
export class TakeLinkJobs extends DueJob {
  override readonly name = 'take-link-jobs';

  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: LinkJobRepository,
    private readonly runner: LinkJobRunner,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(due_at) AS due FROM link_jobs WHERE customer_app_id = $1`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueRow>(DUE, [app ?? null]));
    return eachOf(due, async (row) => {
      const job = await this.transactions.forApp(row.customer_app_id, (tx) =>
        this.jobs.take(tx, row.job_id),
      );
      if (!job) return false;
      await this.runner.run(job);
      return true;
    });
  }
}
