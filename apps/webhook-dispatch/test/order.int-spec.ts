/** @proves promise-2, deleteWebhookEndpoint */
import { newId, type EventId, type PaymentId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { EndDeliveriesJob } from '../src/delivering/deliveries/end-deliveries.job.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen, showEvent } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;

beforeAll(async () => {
  dispatch = await Dispatch.start();
});
afterAll(() => dispatch?.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
});
afterEach(() => receiver.stop());

const STEPS = ['payment.submitted', 'payment.executed', 'refund.executed'] as const;

/** The events of so many payments, the steps of each in order. */
async function tellPayments(count: number): Promise<EventId[]> {
  const payments = Array.from({ length: count }, () => newId<PaymentId>(new Date()));
  const events: EventId[] = [];
  for (const step of STEPS) {
    for (const payment_id of payments)
      events.push(await dispatch.tell(app.id, step, { payment_id }));
  }
  return events;
}

/** Sequences in the order of arrival, by payment. */
function arrivals(): number[][] {
  const byPayment = new Map<unknown, number[]>();
  for (const { body } of receiver.received) {
    const seen = byPayment.get(body['payment_id']) ?? [];
    byPayment.set(body['payment_id'], [...seen, Number(body['sequence'])]);
  }
  return [...byPayment.values()];
}

describe('the events of one resource', () => {
  it('arrive in their sequence although answers take their time', async () => {
    receiver.behaviour = async (_request, count) => {
      await new Promise((resolve) => setTimeout(resolve, (count * 7) % 40));
      return {};
    };
    await createEndpoint(app, { url: receiver.url() });
    await tellPayments(20);
    await receiver.waitFor(60, { deadlineMs: 20_000 });
    expect(receiver.maxOpen).toBeGreaterThan(1);
    expect(arrivals()).toEqual(Array.from({ length: 20 }, () => [1, 2, 3]));
  }, 30_000);

  it('wait for the first try of the previous one, not for its success', async () => {
    const answers = Promise.withResolvers<{ status: number }>();
    receiver.behaviour = ({ body }) => (body['sequence'] === 1 ? answers.promise : {});
    await createEndpoint(app, { url: receiver.url() });
    const [submitted, executed] = await tellPayments(1);
    await receiver.waitFor(1);
    await dispatch.advance(0);
    expect((await showEvent(app, executed as EventId)).deliveries[0]).toMatchObject({
      status: 'PENDING',
      attempts: 0,
    });
    answers.resolve({ status: 500 });
    await deliveryWhen(app, executed as EventId, { status: 'DELIVERED' });
    expect((await showEvent(app, submitted as EventId)).deliveries[0]?.status).toBe('RETRYING');
  });

  it('are numbered independently of subscriptions, and each endpoint gets the same body', async () => {
    await createEndpoint(app, { url: receiver.url('/all') });
    await createEndpoint(app, { url: receiver.url('/some'), event_types: ['PAYMENT_E*'] });
    await createEndpoint(app, { url: receiver.url('/none'), event_types: ['DISPUTE_CREATED'] });
    await tellPayments(1);
    await receiver.waitFor(4);
    expect(receiver.at('/all').map(({ body }) => body['sequence'])).toEqual([1, 2, 3]);
    expect(receiver.at('/some').map(({ text }) => text)).toEqual([receiver.at('/all')[1]?.text]);
    expect(receiver.at('/none')).toEqual([]);
  });
});

describe('a disabled endpoint', () => {
  it('gets its held events in order when it is enabled', async () => {
    const first = Promise.withResolvers<object>();
    receiver.behaviour = ({ body }) => (body['sequence'] === 1 ? first.promise : {});
    const endpoint = await createEndpoint(app, { url: receiver.url(), enabled: false });
    const events = await tellPayments(3);
    for (const eventId of events) await deliveryWhen(app, eventId, { status: 'HELD', attempts: 0 });
    // The list shows an event once no older transaction of the server is open.
    await eventually(async () => {
      const { body } = await app.call('GET', '/webhook_events?statuses=HELD');
      return (body['webhook_events'] as unknown[]).length === 9;
    });
    await dispatch.advance(86_400_000);
    expect(receiver.received).toEqual([]);
    await app.call('PATCH', `/webhook_endpoints/${endpoint.webhook_endpoint_id}`, {
      enabled: true,
    });
    // One place of its window is free: it stays so until a first event is through.
    await receiver.waitFor(3);
    await dispatch.advance(0);
    expect(arrivals()).toEqual([[1], [1], [1]]);
    first.resolve({});
    await receiver.waitFor(9);
    expect(arrivals()).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    for (const eventId of events) await deliveryWhen(app, eventId, { status: 'DELIVERED' });
  });

  it('loses no event that arrives while it is being disabled', async () => {
    const endpoint = await createEndpoint(app, { url: receiver.url() });
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}`;
    const publishing = tellPayments(10);
    await receiver.waitFor(3);
    await app.call('PATCH', path, { enabled: false });
    const events = await publishing;
    await app.call('PATCH', path, { enabled: true });
    for (const eventId of events) await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    expect(arrivals()).toEqual(Array.from({ length: 10 }, () => [1, 2, 3]));
  });
});

describe('a deleted endpoint', () => {
  it('gets nothing more, and is no longer shown', async () => {
    const endpoint = await createEndpoint(app, { url: receiver.url(), enabled: false });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}`;
    expect((await app.call('DELETE', path)).body).toEqual({ success: true });
    expect((await showEvent(app, eventId)).deliveries).toEqual([]);
    expect((await app.call('GET', path)).error?.error_code).toBe('WEBHOOK_ENDPOINT_NOT_FOUND');
    expect((await app.call('GET', '/webhook_endpoints')).body).toMatchObject({ total: 0 });
    await dispatch.advance(86_400_000);
    expect(receiver.received).toEqual([]);
    const [row] = await dispatch.transactions.asWorker((tx) =>
      tx.query(byValues(`SELECT sealed FROM webhook_endpoints WHERE webhook_endpoint_id = $1`), [
        endpoint.webhook_endpoint_id,
      ]),
    );
    expect(row).toEqual({ sealed: null });
  });

  it('leaves no delivery open', async () => {
    const endpoint = await createEndpoint(app, { url: receiver.url(), enabled: false });
    const other = await createEndpoint(app, { url: receiver.url(), enabled: false });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'HELD' });
    const open = (id: string) =>
      dispatch.transactions.asWorker(async (tx) => {
        const [row] = await tx.query<{ open: number }>(
          byValues(`SELECT count(*)::int AS open FROM webhook_deliveries
           WHERE webhook_endpoint_id = $1 AND due_at IS NOT NULL`),
          [id],
        );
        return row?.open;
      });
    // More than one batch, as days of a disabled endpoint leave them.
    await dispatch.transactions.asWorker((tx) =>
      tx.query(
        byValues(`WITH copies AS (
           INSERT INTO webhook_messages SELECT (jsonb_populate_record(m,
             jsonb_build_object('event_id', m.event_id || '-' || n, 'sequence', m.sequence + n))).*
           FROM webhook_messages m, generate_series(1, 1200) n WHERE event_id = $2
           RETURNING customer_app_id, event_id)
         INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(d,
           jsonb_build_object('event_id', c.event_id))).*
         FROM webhook_deliveries d, copies c
         WHERE d.event_id = $2 AND d.webhook_endpoint_id = $1`),
        [endpoint.webhook_endpoint_id, eventId],
      ),
    );
    expect(await open(endpoint.webhook_endpoint_id)).toBe(1_201);
    await app.call('DELETE', `/webhook_endpoints/${endpoint.webhook_endpoint_id}`);
    await dispatch.advance(11_000);
    const job = dispatch.app.get(EndDeliveriesJob);
    await eventually(async () => {
      await job.runDue();
      return (await open(endpoint.webhook_endpoint_id)) === 0;
    });
    expect(await open(other.webhook_endpoint_id)).toBe(1);
  });
});
