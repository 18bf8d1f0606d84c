import type { System } from '@towpath/local-system';
import { asAdmin } from '../load/admin.js';
import type { Shop } from '../load/open-shop.js';

/** Of a thousand: 10 failed, 4 are tried again, 1 waits; each after one attempt. */
const STATUS = `CASE WHEN n % 100 = 7 THEN 'FAILED' WHEN n % 250 = 9 THEN 'RETRYING'
  WHEN n % 1000 = 11 THEN 'PENDING' ELSE 'DELIVERED' END`;

/** Events, each delivered to the endpoint of its app, which is disabled: nobody sends them. */
export async function addDeliveries(
  system: System,
  shops: readonly Shop[],
  { rows, days }: { readonly rows: number; readonly days: number },
): Promise<void> {
  for (const { merchant } of shops) {
    await merchant.createWebhookEndpoint({ body: { url: 'http://127.0.0.1:9/' } });
  }
  await asAdmin(system, 'webhook-dispatch', async (sql) => {
    await sql('SET session_replication_role = replica');
    await sql('SET synchronous_commit = off');
    await sql(`UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'CUSTOMER'`);
    await sql(EVENTS, [rows, days]);
    for (const text of [MESSAGES, DELIVERIES, ATTEMPTS, 'DROP TABLE events', 'VACUUM ANALYZE']) {
      await sql(text);
    }
  });
}

const EVENTS = `
  CREATE TEMP TABLE events AS
  WITH numbered AS (SELECT *, row_number() OVER (ORDER BY webhook_endpoint_id) - 1 AS app,
    count(*) OVER () AS apps FROM webhook_endpoints)
  SELECT e.customer_app_id, '01GE' || lpad(n::text, 22, '0') AS event_id, e.webhook_endpoint_id,
    '01GP' || lpad(n::text, 22, '0') AS resource_id, ${STATUS} AS status,
    now() - $2::int * 86400.0 * ($1::int - n) / $1::int * interval '1 second' AS at
  FROM generate_series(1, $1::int) n JOIN numbered e ON e.app = n % e.apps`;
const MESSAGES = `
  INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind, resource_id,
    sequence, event_time, body, request_id, created_at)
  SELECT customer_app_id, event_id, 'PAYMENT_EXECUTED', 'payment', resource_id, 1, at,
    convert_to(json_build_object('x', repeat('x', 1000))::text, 'UTF8'), 'bench', at FROM events ORDER BY event_id`;
const DELIVERIES = `
  INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id, resource_id,
    sequence, status, attempts, due_at, last_attempt_at, last_status_code, created_at)
  SELECT customer_app_id, event_id, webhook_endpoint_id, resource_id, 1, status, 1,
    CASE WHEN status IN ('PENDING', 'RETRYING') THEN now() + interval '1 day' END, at, 200, at
  FROM events ORDER BY event_id`;
const ATTEMPTS = `
  INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id, attempt_number,
    attempt_id, outcome, started_at, duration_ms, status_code)
  SELECT customer_app_id, event_id, webhook_endpoint_id, 1, 'a' || event_id,
    CASE WHEN status = 'DELIVERED' THEN 'SUCCEEDED' ELSE 'FAILED' END, at, 20,
    CASE WHEN status = 'DELIVERED' THEN 200 ELSE 503 END
  FROM events ORDER BY event_id`;
