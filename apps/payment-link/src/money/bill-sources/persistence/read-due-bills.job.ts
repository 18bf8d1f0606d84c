import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, type DueLook, eachOf, Transactions } from '@towpath/persistence';
import { BillingRegistry } from '../connectors/billing-registry.js';
import { ReadBills } from '../read-bills.use-case.js';
import { SqlBillSources } from './sql-bill-sources.js';

/** Poll interval in ms of a job that is due four times an hour. */
const LOOK_EVERY_MS = 30_000;

/** The bills of every app at every billing system of its type. */
@Injectable()
export class ReadDueBills extends DueJob {
  override readonly name = 'read-bills';
  private nextLook = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly sources: SqlBillSources,
    private readonly systems: BillingRegistry,
    private readonly readBills: ReadBills,
  ) {
    super();
  }

  override look(): DueLook {
    return { due: performance.now() >= this.nextLook };
  }

  /**
   * No other work depends on its instants, so a clock that moves by a year need not stop at each.
   */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const places = this.systems.all();
    if (places.length === 0 || (!app && performance.now() < this.nextLook)) return 0;
    const due = await this.transactions.asWorker((tx) => this.sources.due(tx, places, app));
    if (!app && due.length === 0) this.nextLook = performance.now() + LOOK_EVERY_MS;
    return eachOf(due, (key) => this.readBills.execute(key));
  }
}
