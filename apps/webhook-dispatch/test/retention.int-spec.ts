import { baseRetention, RetentionJob } from '@towpath/persistence';
import { describeRetention } from '@towpath/testing';
import pg from 'pg';
import { webhookDispatchService } from '../src/webhook-dispatch.service.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { createEndpoint, showEvent } from './webhook-api.fixture.js';

let dispatch: Dispatch;
let app: TestApp;
let admin: pg.Client;

beforeAll(async () => {
  dispatch = await Dispatch.start();
  admin = new pg.Client({ connectionString: dispatch.database.adminUrl });
  await admin.connect();
  app = await dispatch.createApp();
});
afterAll(async () => {
  await admin?.end();
  await dispatch?.stop();
});

describeRetention('webhook-dispatch', () => ({
  database: dispatch.database,
  rules: [...baseRetention, ...(webhookDispatchService.retention ?? [])],
}));

const count = async (table: string) =>
  (await admin.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n;

it('an event is kept for 90 days, held or not, then deleted with its deliveries and attempts', async () => {
  await createEndpoint(app, { url: 'http://127.0.0.1:9/', enabled: false });
  const old = await dispatch.tell(app.id, 'payment_link.paid');
  const kept = await dispatch.tell(app.id, 'payment_link.paid');
  await admin.query(
    `INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id, attempt_number,
       attempt_id, outcome, started_at, duration_ms)
     SELECT customer_app_id, event_id, webhook_endpoint_id, 1, 'a', 'FAILED', now(), 1
     FROM webhook_deliveries`,
  );
  const age = `UPDATE webhook_messages SET created_at = now() - $2 * interval '1 day' WHERE event_id = $1`;
  await admin.query(age, [old, 90.1]);
  await admin.query(age, [kept, 89.9]);
  const job = new RetentionJob(dispatch.transactions, webhookDispatchService.retention ?? []);
  expect(await job.runDue()).toBe(1);
  expect((await showEvent(app, kept)).deliveries).toHaveLength(1);
  expect((await app.call('GET', `/webhook_events/${old}`)).error?.error_code).toBe(
    'WEBHOOK_EVENT_NOT_FOUND',
  );
  expect([await count('webhook_deliveries'), await count('webhook_attempts')]).toEqual(['1', '1']);
});

it('the count of a resource outlives its events', async () => {
  await admin.query(`UPDATE webhook_messages SET created_at = now() - interval '1 year'`);
  await new RetentionJob(dispatch.transactions, webhookDispatchService.retention ?? []).runDue();
  const next = await dispatch.tell(app.id, 'payment_link.paid');
  expect((await showEvent(app, next)).sequence).toBe(3);
});
