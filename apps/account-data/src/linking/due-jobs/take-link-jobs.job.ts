import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueRowsJob, Transactions } from '@towpath/persistence';
import type { LinkJobId } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { LoginStepsService } from '../logins/login-steps.service.js';
import { RetrievalsService } from '../retrievals/retrievals.service.js';
import { UnlinksService } from '../unlinks/unlinks.service.js';

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
    private readonly jobs: LinkJobsService,
    private readonly logins: LoginStepsService,
    private readonly retrievals: RetrievalsService,
    private readonly unlinks: UnlinksService,
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
    switch (job.kind) {
      case 'LOGIN':
        await this.logins.continue(job);
        break;
      case 'RETRIEVAL':
        await this.retrievals.retrieve(job);
        break;
      case 'UNLINK':
        await this.unlinks.finish(job);
    }
    return true;
  }
}
