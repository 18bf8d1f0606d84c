import { Injectable } from '@nestjs/common';
import { plusMs } from '@towpath/kernel';
import { byValues, DueJob, type DueCheck, Transactions } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import {
  deliveryMachine,
  type DeliveryState,
} from '../../recording/events/delivery.transitions.js';

const EVERY_MS = 10_000;
const BATCH = 1_000;
const OPEN: readonly DeliveryState[] = ['PENDING', 'RETRYING'];
const [ENDED = 'FAILED'] = OPEN.map((from) => deliveryMachine.move(from, 'abandon').to);

// Endpoints first: those that are gone are few, and each is asked once whether anything is open.
const END = byValues(`WITH gone AS (
    SELECT customer_app_id, webhook_endpoint_id FROM webhook_endpoints e
    WHERE deleted_at IS NOT NULL AND EXISTS (SELECT FROM webhook_deliveries d
      WHERE d.webhook_endpoint_id = e.webhook_endpoint_id AND d.status IN ('PENDING', 'RETRYING'))),
  open AS MATERIALIZED (
    SELECT d.customer_app_id, d.event_id, d.webhook_endpoint_id
    FROM gone JOIN webhook_deliveries d USING (customer_app_id, webhook_endpoint_id)
    WHERE d.status IN ('PENDING', 'RETRYING') LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED)
  UPDATE webhook_deliveries d SET status = $1, due_at = NULL, claimed_by = NULL
  FROM open o WHERE d.customer_app_id = o.customer_app_id AND d.event_id = o.event_id
    AND d.webhook_endpoint_id = o.webhook_endpoint_id
  RETURNING 1 AS ended`);

/** Ends the open deliveries of a deleted endpoint, in batches. */
@Injectable()
export class EndDeliveriesJob extends DueJob {
  override readonly name = 'end-deliveries';
  private nextRun: Date | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly time: RealTime,
  ) {
    super();
  }

  override check(): DueCheck {
    return { due: this.nextRun === null || this.time.now() >= this.nextRun };
  }

  /** Handles one batch: the runner calls it again at once while there is more. */
  override async runDue(app?: string): Promise<number> {
    const now = this.time.now();
    if (app || (this.nextRun && now < this.nextRun)) return 0;
    const ended = await this.transactions.asWorker((tx) => tx.query(END, [ENDED]));
    this.nextRun = ended.length === BATCH ? null : plusMs(now, EVERY_MS);
    return ended.length;
  }
}
