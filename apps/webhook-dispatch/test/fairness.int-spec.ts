import { newId, type EventId, type PaymentLinkId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

const MAX_IN_FLIGHT = 16;

let dispatch: Dispatch;
let slow: Receiver;
let healthy: Receiver;

beforeAll(async () => {
  dispatch = await Dispatch.start({ maxInFlight: MAX_IN_FLIGHT });
});
afterAll(() => dispatch?.stop(), 30_000);
beforeEach(async () => {
  slow = await Receiver.start();
  healthy = await Receiver.start();
});
afterEach(async () => {
  await slow.stop();
  await healthy.stop();
});

const never = () => new Promise<never>(() => undefined);
const tellLink = (app: TestApp) =>
  dispatch.tell(app.id, 'payment_link.paid', {
    payment_link_id: newId<PaymentLinkId>(new Date()),
  });
const tellLinks = (app: TestApp, count: number): Promise<EventId[]> =>
  Promise.all(Array.from({ length: count }, () => tellLink(app)));

describe('an endpoint that does not answer', () => {
  it('never delays a healthy one of another app, however many of them there are', async () => {
    slow.behaviour = never;
    const dead = await Promise.all(Array.from({ length: 10 }, () => dispatch.createApp()));
    for (const app of dead) await createEndpoint(app, { url: slow.url() });
    const app = await dispatch.createApp();
    await createEndpoint(app, { url: healthy.url() });
    await deliveryWhen(app, await tellLink(app), { status: 'DELIVERED' });
    for (const each of dead) await tellLinks(each, 10);
    await eventually(() => slow.open >= MAX_IN_FLIGHT / 4);
    const began = performance.now();
    const events = await tellLinks(app, 50);
    await healthy.waitFor(51);
    expect(performance.now() - began).toBeLessThan(8_000);
    for (const eventId of events.slice(0, 3)) {
      await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 1 });
    }
    expect(slow.maxOpen).toBeLessThanOrEqual(MAX_IN_FLIGHT / 4);
  }, 40_000);

  it('holds no more than its window', async () => {
    slow.behaviour = never;
    const app = await dispatch.createApp('LIVE');
    await createEndpoint(app, { url: slow.url() });
    await tellLinks(app, 30);
    await slow.waitFor(1);
    await dispatch.advance(0);
    expect(slow.maxOpen).toBeLessThanOrEqual(4);
  });
});

describe('first tries', () => {
  it('are sent before retries that are due at the same time', async () => {
    const app = await dispatch.createApp();
    const endpoint = await createEndpoint(app, { url: healthy.url() });
    healthy.behaviour = () => ({ status: 500 });
    const retried = await tellLinks(app, 3);
    for (const eventId of retried) await deliveryWhen(app, eventId, { status: 'RETRYING' });
    const before = healthy.received.length;
    healthy.behaviour = () => ({});
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}`;
    await dispatch.transactions.asWorker((tx) =>
      tx.query(
        byValues(`UPDATE webhook_endpoint_health SET paused_until = now() + interval '1 day'
         WHERE webhook_endpoint_id = $1`),
        [endpoint.webhook_endpoint_id],
      ),
    );
    const fresh = await tellLinks(app, 6);
    await dispatch.advance(60_000);
    expect(healthy.received).toHaveLength(before);
    await app.call('PATCH', path, { url: healthy.url('/moved') });
    await healthy.waitFor(before + 9);
    const order = healthy.at('/moved').map(({ body }) => body['event_id'] as EventId);
    expect(new Set(order.slice(0, 6))).toEqual(new Set(fresh));
    expect(new Set(order.slice(6))).toEqual(new Set(retried));
  });
});

describe('a rate limit', () => {
  it('is kept in every second', async () => {
    const app = await dispatch.createApp();
    await createEndpoint(app, { url: healthy.url(), rate_limit_per_second: 10 });
    await tellLinks(app, 25);
    const requests = await healthy.waitFor(25);
    const times = requests.map(({ at }) => at);
    for (const begin of times) {
      // Requests travel for different times: a few ms more or less than where they were sent.
      const within = times.filter((at) => at >= begin && at < begin + 950).length;
      expect(within).toBeLessThanOrEqual(10);
    }
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_000);
  });
});
