import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, eachOf } from '@towpath/persistence';
import { ReconciliationService } from './reconciliation.service.js';

const BATCH = 100;
/** Poll interval in ms of a job that is due once an hour. */
const POLL_MS = 30_000;

/**
 * Every app at every place of its type, whenever an hour of its clock is closed. No other work
 * depends on its instants, so a clock that moves by a year need not stop at each hour.
 */
@Injectable()
export class ReconciliationJob extends DueJob {
  override readonly name = 'reconcile-settlements';

  constructor(private readonly reconciliation: ReconciliationService) {
    super(POLL_MS);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (!app && this.isAtRest) return 0;
    const due = await this.reconciliation.keys(BATCH, app);
    if (!app && due.length < BATCH) this.beginRest();
    return eachOf(due, (key) => this.reconciliation.reconcile(key));
  }
}
