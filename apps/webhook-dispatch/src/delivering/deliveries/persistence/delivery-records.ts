import { Injectable } from '@nestjs/common';
import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import { WriteBatch, byKey, type WorkerTx } from '@towpath/persistence';
import type { DeliveryKey } from '../../sending/delivery.js';
import type { DeliveryState } from '../../../recording/queue/domain/delivery.transitions.js';
import type { Outcomes, StoredDelivery } from '../ports.js';

// In one order everywhere, so that two workers that record at once do not lock crosswise; each row
// by its whole key, whatever the planner knows of the table.
const LOCK = byKey(`WITH locked AS MATERIALIZED (
    SELECT d.* FROM (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
        AS k(customer_app_id, event_id, webhook_endpoint_id)
      ORDER BY customer_app_id, event_id, webhook_endpoint_id) k
    CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries d
      WHERE d.customer_app_id = k.customer_app_id AND d.event_id = k.event_id
        AND d.webhook_endpoint_id = k.webhook_endpoint_id FOR UPDATE) d)
  SELECT d.customer_app_id, d.event_id, d.webhook_endpoint_id, d.status, d.attempts,
    d.retry_step, d.retry_from, d.due_at, d.claimed_by, e.enabled_at,
    h.failing_since, h.consecutive_failures, h.paused_until
  FROM locked d
  JOIN webhook_endpoints e USING (customer_app_id, webhook_endpoint_id)
  JOIN webhook_endpoint_health h USING (customer_app_id, webhook_endpoint_id)`);

const WRITE = `WITH changed AS (
    UPDATE webhook_deliveries d SET status = u.status, attempts = u.attempts,
      retry_step = u.retry_step, retry_from = u.retry_from, due_at = u.due_at,
      claimed_by = u.claimed_by, last_attempt_at = u.last_attempt_at,
      last_status_code = u.last_status_code
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[],
        $7::timestamptz[], $8::timestamptz[], $9::text[], $10::timestamptz[], $11::int[])
      AS u(customer_app_id, event_id, webhook_endpoint_id, status, attempts, retry_step,
        retry_from, due_at, claimed_by, last_attempt_at, last_status_code)
    WHERE d.customer_app_id = u.customer_app_id AND d.event_id = u.event_id
      AND d.webhook_endpoint_id = u.webhook_endpoint_id)
  INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id, attempt_number,
    attempt_id, outcome, started_at, duration_ms, status_code, response_body, error)
  SELECT * FROM unnest($12::text[], $13::text[], $14::text[], $15::int[], $16::text[], $17::text[],
    $18::timestamptz[], $19::int[], $20::int[], $21::text[], $22::text[])`;

const HEALTH = `UPDATE webhook_endpoint_health h SET failing_since = u.failing_since,
    consecutive_failures = u.consecutive_failures, paused_until = u.paused_until
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::timestamptz[])
    AS u(customer_app_id, webhook_endpoint_id, failing_since, consecutive_failures, paused_until)
  WHERE h.customer_app_id = u.customer_app_id AND h.webhook_endpoint_id = u.webhook_endpoint_id`;

interface StoredRow {
  readonly customer_app_id: CustomerAppId;
  readonly event_id: EventId;
  readonly webhook_endpoint_id: WebhookEndpointId;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly retry_step: number;
  readonly retry_from: Date | null;
  readonly due_at: Date | null;
  readonly claimed_by: string | null;
  readonly enabled_at: Date;
  readonly failing_since: Date | null;
  readonly consecutive_failures: number;
  readonly paused_until: Date | null;
}

/** Records of the outcomes of deliveries. */
@Injectable()
export class DeliveryRecords {
  /** Locks the deliveries; those deleted with their endpoint or message are omitted. */
  async lock(tx: WorkerTx, keys: readonly DeliveryKey[]): Promise<StoredDelivery[]> {
    const rows = await tx.query<StoredRow>(LOCK, [
      keys.map(({ customerAppId }) => customerAppId),
      keys.map(({ eventId }) => eventId),
      keys.map(({ endpointId }) => endpointId),
    ]);
    return rows.map((row) => ({
      customerAppId: row.customer_app_id,
      eventId: row.event_id,
      endpointId: row.webhook_endpoint_id,
      status: row.status,
      attempts: row.attempts,
      retry: { step: row.retry_step, from: row.retry_from },
      dueAt: row.due_at,
      claimedBy: row.claimed_by,
      enabledAt: row.enabled_at,
      health: {
        failingSince: row.failing_since,
        consecutiveFailures: row.consecutive_failures,
        pausedUntil: row.paused_until,
      },
    }));
  }

  /** Travels with COMMIT. */
  write(tx: WorkerTx, { deliveries, attempts, healths }: Outcomes): void {
    const batch = new WriteBatch().statement(WRITE, [
      deliveries.map(({ customerAppId }) => customerAppId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ status }) => status),
      deliveries.map((delivery) => delivery.attempts),
      deliveries.map(({ retry }) => retry.step),
      deliveries.map(({ retry }) => retry.from),
      deliveries.map(({ dueAt }) => dueAt),
      deliveries.map(({ claimedBy }) => claimedBy),
      deliveries.map(({ lastAttemptAt }) => lastAttemptAt),
      deliveries.map(({ lastStatusCode }) => lastStatusCode),
      attempts.map(({ customerAppId }) => customerAppId),
      attempts.map(({ eventId }) => eventId),
      attempts.map(({ endpointId }) => endpointId),
      attempts.map(({ attemptNumber }) => attemptNumber),
      attempts.map(({ attemptId }) => attemptId),
      attempts.map(({ succeeded }) => (succeeded ? 'SUCCEEDED' : 'FAILED')),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ statusCode }) => statusCode),
      attempts.map(({ responseBody }) => responseBody),
      attempts.map(({ error }) => error),
    ]);
    if (healths.length > 0) {
      batch.statement(HEALTH, [
        healths.map(({ customerAppId }) => customerAppId),
        healths.map(({ endpointId }) => endpointId),
        healths.map(({ health }) => health.failingSince),
        healths.map(({ health }) => health.consecutiveFailures),
        healths.map(({ health }) => health.pausedUntil),
      ]);
    }
    tx.write(batch);
  }
}
