/** @proves pauseWebhookEndpoint, resumeWebhookEndpoint, recoverWebhookEndpoint */
import type { EventId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { RetryJitter } from '../src/delivering/outcomes/delivery-outcomes.service.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen, showEvent, type Endpoint } from './webhook-api.fixture.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;
let endpoint: Endpoint;

beforeAll(async () => {
  dispatch = await Dispatch.start({
    providers: [{ provide: RetryJitter, useValue: { next: () => 0 } }],
  });
});
afterAll(() => dispatch?.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
  endpoint = await createEndpoint(app, { url: receiver.url() });
});
afterEach(() => receiver.stop());

const call = (command: string, body?: object) =>
  app.call('POST', `/webhook_endpoints/${endpoint.webhook_endpoint_id}/${command}`, body);

const read = async () =>
  (await app.call('GET', `/webhook_endpoints/${endpoint.webhook_endpoint_id}`)).body;

interface Recovery {
  readonly since: string;
  readonly recovered_events: number;
  readonly finished_at?: string;
}

async function recovered(since: Date): Promise<Recovery> {
  const { status, body } = await call('recover', { since: since.toISOString() });
  expect([status, body['webhook_endpoint_id']]).toEqual([200, endpoint.webhook_endpoint_id]);
  return eventually(async () => {
    const { recovery } = (await read()) as { recovery?: Recovery };
    return recovery?.finished_at === undefined ? undefined : recovery;
  });
}

/** Not acknowledged, and waiting for its next try. */
async function failing(): Promise<EventId> {
  receiver.behaviour = () => ({ status: 500 });
  const eventId = await dispatch.tell(app.id, 'payment_link.paid');
  await deliveryWhen(app, eventId, { attempts: 1, status: 'RETRYING' });
  return eventId;
}

describe('a paused endpoint', () => {
  it('holds its events until it is resumed; both commands may be repeated', async () => {
    expect((await call('pause')).body).toMatchObject({ enabled: false });
    expect((await call('pause')).body).toMatchObject({ enabled: false });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'HELD', attempts: 0 });
    expect(await read()).not.toHaveProperty('disabled_reason');
    expect((await call('resume')).body).toMatchObject({ enabled: true });
    expect((await call('resume')).body).toMatchObject({ enabled: true });
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
  });
});

describe('recovering an endpoint', () => {
  it('sends what failed and what waits since an instant, and nothing else', async () => {
    const begin = dispatch.time.now();
    const given = await failing();
    await dispatch.advance(4 * DAY);
    await deliveryWhen(app, given, { status: 'FAILED' });
    const since = dispatch.time.now();
    const waiting = await failing();
    receiver.behaviour = () => ({ status: 200 });
    const delivered = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, delivered, { status: 'DELIVERED' });

    expect(await recovered(since)).toMatchObject({ recovered_events: 1 });
    await deliveryWhen(app, waiting, { status: 'DELIVERED' });
    expect((await showEvent(app, given)).deliveries[0]).toMatchObject({ status: 'FAILED' });
    expect((await showEvent(app, delivered)).deliveries[0]).toMatchObject({ attempts: 1 });

    expect(await recovered(begin)).toMatchObject({ recovered_events: 1 });
    await deliveryWhen(app, given, { status: 'DELIVERED' });
  });

  it('is refused for an endpoint of another app, and without an instant', async () => {
    const other = await dispatch.createApp();
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}/recover`;
    const since = dispatch.time.now().toISOString();
    expect((await other.call('POST', path, { since })).status).toBe(400);
    const { status, text } = await call('recover', {});
    expect([status, text]).toEqual([400, expect.stringContaining('since')]);
  });
});
