import { Injectable } from '@nestjs/common';
import { byValues, DueJob, type DueCheck, Transactions, type WorkerTx } from '@towpath/persistence';
import {
  DeliveryDoorbell,
  type DueEndpoint,
} from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import {
  deliveryMachine,
  type DeliveryState,
} from '../../recording/events/delivery.transitions.js';

const BATCH = 1_000;
const UNACKNOWLEDGED: readonly DeliveryState[] = ['FAILED', 'RETRYING'];
const [QUEUED = 'RETRYING'] = UNACKNOWLEDGED.map((from) => deliveryMachine.move(from, 'resend').to);

const NEXT = byValues(`SELECT r.customer_app_id AS "customerAppId",
    r.webhook_endpoint_id AS "endpointId", v.app_type AS "appType"
  FROM webhook_recoveries r JOIN customer_app_views v USING (customer_app_id)
  WHERE r.finished_at IS NULL ORDER BY r.started_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`);

// What a worker is sending right now is not failed. A deleted endpoint gets nothing more.
const QUEUE = byValues(`WITH batch AS MATERIALIZED (
    SELECT d.customer_app_id, d.event_id, d.webhook_endpoint_id
    FROM webhook_recoveries r
    JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
    JOIN webhook_deliveries d USING (customer_app_id, webhook_endpoint_id)
    WHERE r.customer_app_id = $1 AND r.webhook_endpoint_id = $2 AND e.deleted_at IS NULL
      AND d.status IN ('FAILED', 'RETRYING') AND d.event_id > r.position
      AND d.created_at >= r.since AND d.created_at <= r.started_at
      AND (d.claimed_by IS NULL OR d.due_at <= $3)
    ORDER BY d.event_id LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED),
  queued AS (
    UPDATE webhook_deliveries d
    SET status = $4, due_at = $3, claimed_by = NULL, retry_step = 0, retry_from = NULL
    FROM batch b WHERE d.customer_app_id = b.customer_app_id AND d.event_id = b.event_id
      AND d.webhook_endpoint_id = b.webhook_endpoint_id
    RETURNING d.event_id),
  done AS (SELECT count(*)::int AS events, max(event_id) AS last FROM queued)
  UPDATE webhook_recoveries r
  SET recovered_events = r.recovered_events + done.events,
    position = coalesce(done.last, r.position),
    finished_at = CASE WHEN done.events < ${BATCH} THEN $3::timestamptz END
  FROM done WHERE r.customer_app_id = $1 AND r.webhook_endpoint_id = $2
  RETURNING done.events AS events`);

/** Queues unacknowledged events of an endpoint again, in batches, oldest first. */
@Injectable()
export class RecoverDeliveriesJob extends DueJob {
  override readonly name = 'recover-deliveries';

  constructor(
    private readonly transactions: Transactions,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {
    super();
  }

  override check(): DueCheck {
    return { sql: 'SELECT FROM webhook_recoveries WHERE finished_at IS NULL' };
  }

  /** Handles one batch: the runner calls it again at once while there is more. */
  override async runDue(app?: string): Promise<number> {
    if (app) return 0;
    return (await this.transactions.asWorker((tx) => this.batch(tx))) ? 1 : 0;
  }

  private async batch(tx: WorkerTx): Promise<boolean> {
    const [next] = await tx.query<DueEndpoint>(NEXT);
    if (!next) return false;
    await tx.query(QUEUE, [next.customerAppId, next.endpointId, this.time.of(tx), QUEUED]);
    tx.afterCommit(() => this.doorbell.ring([next]));
    return true;
  }
}
