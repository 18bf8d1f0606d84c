import { DueJobRunner } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { ExpiringEventsJob } from '../src/delivering/notices/expiring-events.job.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint } from './webhook-api.fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOWHERE = 'http://127.0.0.1:9/';

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;
beforeEach(async () => {
  dispatch = await Dispatch.start();
  receiver = await Receiver.start();
  app = await dispatch.createApp();
});
afterEach(async () => {
  await receiver.stop();
  await dispatch.stop();
});

/** Moves real time and lets the job look, as its runner does. */
async function pass(ms: number): Promise<void> {
  await dispatch.advance(ms);
  while ((await dispatch.app.get(ExpiringEventsJob).runDue()) > 0);
}

interface Notice {
  readonly webhook_endpoint_id: string;
  readonly held_events: number;
  readonly expires_at: string;
}

async function notices(): Promise<Notice[]> {
  const path = '/webhook_events?event_types=WEBHOOK_EVENTS_EXPIRING';
  const { body } = await app.call('GET', path);
  return (body['webhook_events'] as { body: Notice }[]).map(({ body: notice }) => notice);
}

/** A list shows an event once no older transaction is open, also of another database. */
const noticed = (count: number): Promise<Notice[]> =>
  eventually(async () => {
    const found = await notices();
    return found.length === count && found;
  });

const shown = async (endpointId: string) =>
  (await app.call('GET', `/webhook_endpoints/${endpointId}`)).body['held_events_expire_at'];

it('the owner gets one notice at day 75, and sees at the endpoint when its events go', async () => {
  await createEndpoint(app, { url: receiver.url(), event_types: ['WEBHOOK_EVENTS_EXPIRING'] });
  const held = await createEndpoint(app, { url: NOWHERE, enabled: false });
  const endpointId = held.webhook_endpoint_id;
  const begun = dispatch.time.now();
  await dispatch.tell(app.id, 'payment_link.paid');
  await dispatch.tell(app.id, 'payment_link.paid');
  await pass(75 * DAY - HOUR);
  expect([await notices(), await shown(endpointId)]).toEqual([[], undefined]);

  await pass(2 * HOUR);
  const [notice] = await receiver.waitFor(1);
  expect(notice?.body).toMatchObject({
    event_type: 'WEBHOOK_EVENTS_EXPIRING',
    webhook_endpoint_id: endpointId,
    held_events: 2,
  });
  const expires = new Date(String(notice?.body['expires_at'])).getTime() - begun.getTime();
  expect(Math.round(expires / HOUR)).toBe(90 * 24);
  expect(await shown(endpointId)).toBe(notice?.body['expires_at']);

  await pass(2 * DAY);
  await noticed(1);
});

it('later events have a notice of their own, at most one a day', async () => {
  await createEndpoint(app, { url: NOWHERE, enabled: false, event_types: ['PAYMENT_LINK_PAID'] });
  await dispatch.tell(app.id, 'payment_link.paid');
  await dispatch.advance(2 * HOUR);
  await dispatch.tell(app.id, 'payment_link.paid');
  await pass(75 * DAY - HOUR);
  expect(await noticed(1)).toMatchObject([{ held_events: 1 }]);
  await pass(3 * HOUR);
  await noticed(1);
  await pass(DAY);
  expect((await noticed(2)).map(({ held_events }) => held_events).toSorted()).toEqual([1, 2]);
});

it('an endpoint that is enabled, empty or deleted causes no notice', async () => {
  const enabled = await createEndpoint(app, { url: NOWHERE, enabled: false });
  const empty = { event_types: ['DISPUTE_CREATED'], url: NOWHERE, enabled: false };
  const { webhook_endpoint_id: other } = await createEndpoint(app, empty);
  const deleted = await createEndpoint(app, { url: NOWHERE, enabled: false });
  await dispatch.tell(app.id, 'payment_link.paid');
  await app.call('PATCH', `/webhook_endpoints/${enabled.webhook_endpoint_id}`, { enabled: true });
  await app.call('DELETE', `/webhook_endpoints/${deleted.webhook_endpoint_id}`);
  await pass(76 * DAY);
  expect([await notices(), await shown(other)]).toEqual([[], undefined]);
});

it('an endpoint that is enabled shows no expiry any more', async () => {
  const { webhook_endpoint_id: id } = await createEndpoint(app, { url: NOWHERE, enabled: false });
  await dispatch.tell(app.id, 'payment_link.paid');
  await pass(76 * DAY);
  expect(await shown(id)).toEqual(expect.any(String));
  await app.call('PATCH', `/webhook_endpoints/${id}`, { enabled: true });
  expect(await shown(id)).toBeUndefined();
});

it('the job about expiring events runs with the service', async () => {
  const endpoint = await createEndpoint(app, { url: NOWHERE, enabled: false });
  await dispatch.tell(app.id, 'payment_link.paid');
  dispatch.time.advance(76 * DAY);
  await dispatch.app.get(DueJobRunner).runAll();
  expect(await shown(endpoint.webhook_endpoint_id)).toEqual(expect.any(String));
});
