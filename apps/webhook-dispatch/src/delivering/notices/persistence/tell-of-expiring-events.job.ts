import { Injectable } from '@nestjs/common';
import { plusMs } from '@towpath/kernel';
import { byValues, DueJob, type DueLook, Transactions } from '@towpath/persistence';
import { RealTime } from '../../../time/real-time.js';
import { TellOfExpiringEvents, type HoldingEndpoint } from '../tell-of-expiring-events.use-case.js';

const EVERY_MS = 3_600_000;
const PAGE = 100;

const DISABLED =
  byValues(`SELECT customer_app_id AS "customerAppId", webhook_endpoint_id AS "endpointId"
  FROM webhook_endpoints WHERE NOT enabled AND deleted_at IS NULL AND webhook_endpoint_id > $1
  ORDER BY webhook_endpoint_id LIMIT ${PAGE}`);

/** Checks disabled endpoints once an hour, because their held events will be deleted. */
@Injectable()
export class TellOfExpiringEventsJob extends DueJob {
  override readonly name = 'tell-of-expiring-events';
  private nextRun: Date | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly tellOfExpiringEvents: TellOfExpiringEvents,
    private readonly time: RealTime,
  ) {
    super();
  }

  override look(): DueLook {
    return { due: this.nextRun === null || this.time.now() >= this.nextRun };
  }

  /** Follows real time: moving an app's clock deletes nothing. */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: string): Promise<number> {
    const now = this.time.now();
    if (app || (this.nextRun && now < this.nextRun)) return 0;
    const seen = await this.lookAtAll();
    this.nextRun = plusMs(now, EVERY_MS);
    return seen;
  }

  private async lookAtAll(): Promise<number> {
    let seen = 0;
    for (let after = ''; ;) {
      const page = await this.transactions.asWorker((tx) =>
        tx.query<HoldingEndpoint>(DISABLED, [after]),
      );
      for (const endpoint of page) await this.tellOfExpiringEvents.execute(endpoint);
      seen += page.length;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return seen;
      after = last.endpointId;
    }
  }
}
