/** @proves promise-7 */
import { newId, type EventId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { WebhookEventsReads } from '../src/recording/events/webhook-events.reads.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { createEndpoint, type Endpoint } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

const TABLES = [
  'webhook_endpoints',
  'webhook_endpoint_health',
  'webhook_resources',
  'webhook_messages',
  'webhook_deliveries',
  'webhook_attempts',
];
const URL = 'http://127.0.0.1:9/hook';

let dispatch: Dispatch;
let ours: TestApp;
let theirs: TestApp;
let endpoint: Endpoint;
let event: EventId;

beforeAll(async () => {
  dispatch = await Dispatch.start();
  ours = await dispatch.createApp();
  theirs = await dispatch.createApp();
  endpoint = await createEndpoint(theirs, { url: URL, enabled: false });
  event = await dispatch.tell(theirs.id, 'payment_link.paid');
  await dispatch.transactions.asWorker((tx) =>
    tx.query(
      byValues(`INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id,
         attempt_number, attempt_id, outcome, started_at, duration_ms)
       VALUES ($1, $2, $3, 1, 'a', 'FAILED', now(), 1)`),
      [theirs.id, event, endpoint.webhook_endpoint_id],
    ),
  );
});
afterAll(() => dispatch?.stop());

/** Every operation that takes an ID, with what it answers for one it does not know. */
const operations: [string, (id: string) => [string, string, unknown?], string][] = [
  ['getWebhookEndpoint', (id) => ['GET', `/webhook_endpoints/${id}`], 'ENDPOINT'],
  ['updateWebhookEndpoint', (id) => ['PATCH', `/webhook_endpoints/${id}`, {}], 'ENDPOINT'],
  ['deleteWebhookEndpoint', (id) => ['DELETE', `/webhook_endpoints/${id}`], 'ENDPOINT'],
  ['rotateSecret', (id) => ['POST', `/webhook_endpoints/${id}/rotate_secret`], 'ENDPOINT'],
  ['testWebhookEndpoint', (id) => ['POST', `/webhook_endpoints/${id}/test`, {}], 'ENDPOINT'],
  ['getWebhookEvent', (id) => ['GET', `/webhook_events/${id}`], 'EVENT'],
  ['listWebhookEventAttempts', (id) => ['GET', `/webhook_events/${id}/attempts`], 'EVENT'],
  ['resendWebhookEvent', (id) => ['POST', `/webhook_events/${id}/resend`, {}], 'EVENT'],
];

describe.each(operations)('%s', (_name, request, kind) => {
  const own = () => (kind === 'EVENT' ? event : endpoint.webhook_endpoint_id);

  it('answers for an ID of another app exactly as for an unknown ID', async () => {
    const unknown = newId(new Date());
    const [foreign, missing, malformed] = await Promise.all(
      [own(), unknown, 'x'].map((id) => ours.call(...request(id))),
    );
    expect(foreign?.status).toBe(400);
    expect(foreign?.error?.error_code).toBe(`WEBHOOK_${kind}_NOT_FOUND`);
    const withoutRequestId = (text = '') => text.replace(/"request_id":"[^"]*"/, '');
    expect(withoutRequestId(foreign?.text)).toBe(withoutRequestId(missing?.text));
    expect(withoutRequestId(malformed?.text)).toBe(withoutRequestId(missing?.text));
  });
});

it('a resend does not reach the endpoint of another app', async () => {
  const mine = await dispatch.tell(ours.id, 'payment_link.paid');
  const { webhook_endpoint_id } = endpoint;
  const answer = await ours.call('POST', `/webhook_events/${mine}/resend`, { webhook_endpoint_id });
  expect(answer.error?.error_code).toBe('WEBHOOK_ENDPOINT_NOT_FOUND');
});

it('lists hold nothing of another app', async () => {
  const stranger = await dispatch.createApp();
  expect((await stranger.call('GET', '/webhook_endpoints')).body).toMatchObject({
    webhook_endpoints: [],
    total: 0,
  });
  const { webhook_endpoint_id } = endpoint;
  for (const query of ['', `webhook_endpoint_id=${webhook_endpoint_id}`, 'statuses=HELD']) {
    const { body } = await stranger.call('GET', `/webhook_events?${query}`);
    expect(body).toEqual({ webhook_events: [] });
  }
});

describe('row-level security, with the filter of the application removed', () => {
  it('shows an app nothing but its own rows', async () => {
    const stranger = await dispatch.createApp();
    for (const table of TABLES) {
      const count = (app: TestApp) =>
        dispatch.transactions.forApp(app.id, (tx) => tx.query(byValues(`SELECT 1 FROM ${table}`)));
      expect([table, (await count(stranger)).length]).toEqual([table, 0]);
      expect([table, (await count(theirs)).length]).toEqual([table, 1]);
    }
  });

  it('lets an app change and delete none of them', async () => {
    const stranger = await dispatch.createApp();
    for (const table of TABLES.toReversed()) {
      const changed = await dispatch.transactions.forApp(stranger.id, (tx) =>
        tx.query(byValues(`DELETE FROM ${table} RETURNING 1`)),
      );
      expect([table, changed.length]).toEqual([table, 0]);
    }
    await expect(
      dispatch.transactions.forApp(stranger.id, (tx) =>
        tx.query(byValues(`INSERT INTO webhook_resources VALUES ($1, 'payment', 'p', 1, now())`), [
          theirs.id,
        ]),
      ),
    ).rejects.toThrow('row-level security');
  });

  it('shows nothing without an app', async () => {
    const client = new pg.Client({ connectionString: dispatch.database.urls.app });
    await client.connect();
    try {
      for (const table of TABLES) {
        expect((await client.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(0);
      }
    } finally {
      await client.end();
    }
  });

  it('holds for the queries of this service, too', async () => {
    const query = { webhook_endpoint_id: endpoint.webhook_endpoint_id, limit: 10 };
    const list = async (app: TestApp) =>
      (await dispatch.app.get(WebhookEventsReads).list(app.id, query)).webhook_events;
    // The feed waits for every transaction of the server that began before the event.
    await eventually(async () => (await list(theirs)).length === 1);
    expect(await list(ours)).toEqual([]);
  });
});
