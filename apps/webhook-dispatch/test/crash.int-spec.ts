/** @proves promise-1 */
import { newId, type EventId, type PaymentLinkId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import {
  DeliveryClaimsService,
  LEASE_MS,
} from '../src/delivering/rounds/delivery-claims.service.js';
import { DeliveryOutcomesService } from '../src/delivering/outcomes/delivery-outcomes.service.js';
import { WebhookRequests } from '../src/delivering/sending/webhook-requests.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { attemptsOf, createEndpoint, deliveryWhen, showEvent } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

// Two processes on one database. The first one stops in the middle of its work for good: from the
// database's side that is what `kill -9` looks like.

/** Nothing more happens there until the test ends; else each stop would wait its whole grace. */
const nothingMore = () =>
  testEnd.promise.then(() => {
    throw new Error('the process is gone');
  });

let testEnd = Promise.withResolvers<void>();
let receiver: Receiver;
let running: Dispatch[] = [];

beforeEach(async () => {
  testEnd = Promise.withResolvers();
  receiver = await Receiver.start();
});
afterEach(async () => {
  testEnd.resolve();
  for (const dispatch of running.toReversed()) await dispatch.stop();
  running = [];
  await receiver.stop();
}, 60_000);

async function start(options: Parameters<typeof Dispatch.start>[0] = {}): Promise<Dispatch> {
  const dispatch = await Dispatch.start(options);
  running.push(dispatch);
  return dispatch;
}

async function appWithEndpoint(dispatch: Dispatch): Promise<TestApp> {
  const app = await dispatch.createApp();
  await createEndpoint(app, { url: receiver.url() });
  return app;
}

async function claimed(dispatch: Dispatch): Promise<number> {
  const [row] = await dispatch.transactions.asWorker((tx) =>
    tx.query<{ n: number }>(
      byValues(`SELECT count(*) AS n FROM webhook_deliveries WHERE claimed_by <> ''`),
    ),
  );
  return row?.n ?? 0;
}

const seenOf = (eventId: EventId) =>
  receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId).length;

describe('a worker that dies', () => {
  it('between sending and recording has its delivery sent again when the lease ends', async () => {
    const outcomes = { record: nothingMore };
    const first = await start({
      providers: [{ provide: DeliveryOutcomesService, useValue: outcomes }],
    });
    const app = await appWithEndpoint(first);
    const eventId = await first.tell(app.id, 'payment_link.paid');
    await receiver.waitFor(1);
    const heir = await start({ shared: first });
    await heir.advance(LEASE_MS - 3_000);
    await heir.advance(0);
    expect(seenOf(eventId)).toBe(1);
    await heir.advance(3_000);
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 1 });
    expect(seenOf(eventId)).toBe(2);
    expect(await attemptsOf(app, eventId)).toHaveLength(1);
    expect((await showEvent(app, eventId)).deliveries).toHaveLength(1);
  }, 60_000);

  it('between claiming and sending loses nothing', async () => {
    const requests = { send: nothingMore, close: () => Promise.resolve() };
    const first = await start({ providers: [{ provide: WebhookRequests, useValue: requests }] });
    const app = await appWithEndpoint(first);
    const eventId = await first.tell(app.id, 'payment_link.paid');
    await eventually(async () => (await claimed(first)) === 1);
    const heir = await start({ shared: first });
    await heir.advance(LEASE_MS - 3_000);
    expect(receiver.received).toEqual([]);
    await heir.advance(3_000);
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
  }, 60_000);

  it('cannot record a failure after its lease has ended', async () => {
    const late = Promise.withResolvers<{ status: number }>();
    receiver.behaviour = (_request, count) => (count === 1 ? late.promise : { status: 500 });
    const first = await start();
    const app = await appWithEndpoint(first);
    const eventId = await first.tell(app.id, 'payment_link.paid');
    await receiver.waitFor(1);
    const second = await start({ shared: first });
    await second.advance(LEASE_MS);
    const before = await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    late.resolve({ status: 400 });
    const after = await deliveryWhen(app, eventId, { attempts: 2 });
    expect(after.next_attempt_at).toBe(before.next_attempt_at);
  }, 60_000);

  it('can record a success at any later time', async () => {
    const late = Promise.withResolvers<{ status: number }>();
    receiver.behaviour = (_request, count) => (count === 1 ? late.promise : { status: 500 });
    const first = await start();
    const app = await appWithEndpoint(first);
    const eventId = await first.tell(app.id, 'payment_link.paid');
    await receiver.waitFor(1);
    const second = await start({ shared: first });
    await second.advance(LEASE_MS);
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    late.resolve({ status: 200 });
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 2 });
    await second.advance(3_600_000);
    expect(seenOf(eventId)).toBe(2);
  }, 60_000);
});

describe('two workers', () => {
  it('share the work without sending anything twice', async () => {
    const one = await start();
    const two = await start({ shared: one });
    const app = await one.createApp();
    for (const path of ['/a', '/b', '/c']) await createEndpoint(app, { url: receiver.url(path) });
    const events = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        [one, two][index % 2]?.tell(app.id, 'payment_link.paid', {
          payment_link_id: newId<PaymentLinkId>(new Date()),
        }),
      ),
    );
    await receiver.waitFor(180, { deadlineMs: 30_000 });
    for (const eventId of events) {
      await eventually(async () => {
        const { deliveries } = await showEvent(app, eventId as EventId);
        return deliveries.every(({ status }) => status === 'DELIVERED');
      });
    }
    expect(receiver.received).toHaveLength(180);
  }, 60_000);
});

describe('a worker that is stopped', () => {
  it('finishes and records what is under way', async () => {
    const answer = Promise.withResolvers<object>();
    receiver.behaviour = () => answer.promise;
    const stopping = await start();
    const app = await appWithEndpoint(stopping);
    const eventId = await stopping.tell(app.id, 'payment_link.paid');
    await receiver.waitFor(1);
    const stopped = stopping.app.close();
    answer.resolve({});
    await stopped;
    running = [];
    const next = await start({ shared: stopping });
    const token = await next.token(app.id);
    const shown = await next.call({ method: 'GET', path: `/webhook_events/${eventId}`, token });
    expect(shown.text).toContain('"DELIVERED"');
    await next.stop();
    running = [];
    await stopping.database.drop();
  }, 60_000);

  it('releases unfinished deliveries, which others send at once', async () => {
    receiver.behaviour = (_request, count) =>
      count === 1 ? new Promise(() => undefined) : { status: 200 };
    const stopping = await start();
    const app = await appWithEndpoint(stopping);
    const eventId = await stopping.tell(app.id, 'payment_link.paid');
    await receiver.waitFor(1);
    await stopping.app.close();
    running = [];
    const next = await start({ shared: stopping });
    await receiver.waitFor(2);
    const token = await next.token(app.id);
    const show = () => next.call({ method: 'GET', path: `/webhook_events/${eventId}`, token });
    const shown = await eventually(async () => {
      const answer = await show();
      return answer.text.includes('"DELIVERED"') && answer;
    });
    expect(shown.body['deliveries']).toMatchObject([{ attempts: 1 }]);
    await next.stop();
    running = [];
    await stopping.database.drop();
  }, 60_000);
});

describe('a database that is down', () => {
  it('causes no second request while outcomes are recorded', async () => {
    const dispatch = await start();
    const app = await appWithEndpoint(dispatch);
    const outcomes = dispatch.app.get(DeliveryOutcomesService);
    const record = outcomes.record.bind(outcomes);
    let failures = 3;
    outcomes.record = (batch) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(connectionLost()) : record(batch);
    };
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 1 });
    expect(failures).toBeLessThan(0);
    expect(seenOf(eventId)).toBe(1);
  }, 30_000);

  it('only delays deliveries while they are claimed', async () => {
    const dispatch = await start();
    const app = await appWithEndpoint(dispatch);
    const claims = dispatch.app.get(DeliveryClaimsService);
    const claim = claims.claim.bind(claims);
    let failures = 2;
    claims.claim = (shares) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(connectionLost()) : claim(shares);
    };
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await eventually(async () => {
      await dispatch.advance(0);
      return failures < 0;
    });
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
  }, 30_000);
});

function connectionLost(): Error {
  return Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
}
