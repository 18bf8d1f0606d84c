import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, eachOf, type DueCheck } from '@towpath/persistence';
import { ReconciliationService } from './reconciliation.service.js';

const BATCH = 100;
/** Poll interval in ms of a job that is due once an hour. */
const POLL_MS = 30_000;

/** Every app at every place of its type, whenever an hour of its clock is closed. */
@Injectable()
export class ReconciliationJob extends DueJob {
  override readonly name = 'reconcile-settlements';
  private nextPollAtMs = 0;

  constructor(private readonly reconciliation: ReconciliationService) {
    super();
  }

  override check(): DueCheck {
    return { due: performance.now() >= this.nextPollAtMs };
  }

  /**
   * No other work depends on its instants, so a clock that moves by a year need not stop at each
   * hour.
   */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (!app && performance.now() < this.nextPollAtMs) return 0;
    const due = await this.reconciliation.due(BATCH, app);
    if (!app && due.length < BATCH) this.nextPollAtMs = performance.now() + POLL_MS;
    return eachOf(due, (key) => this.reconciliation.reconcile(key));
  }
}
