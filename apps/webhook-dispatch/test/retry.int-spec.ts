/** @proves getWebhookEvent, listWebhookEventAttempts */
import type { EventId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { RetryJitter } from '../src/delivering/outcomes/delivery-outcomes.service.js';
import { ANSWER_TIMEOUT_MS } from '../src/delivering/sending/webhook-client.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver, type Reply } from './receiver.fixture.js';
import { attemptsOf, createEndpoint, deliveryWhen, showEvent } from './webhook-api.fixture.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const ANSWER_WITHIN_MS = 1_500;

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;

beforeAll(async () => {
  dispatch = await Dispatch.start({
    providers: [
      { provide: RetryJitter, useValue: { next: () => 0 } },
      { provide: ANSWER_TIMEOUT_MS, useValue: ANSWER_WITHIN_MS },
    ],
  });
});
afterAll(() => dispatch?.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
});
afterEach(() => receiver.stop());

/** An event at one endpoint that answers as given; its first try is recorded. */
async function firstTry(reply: Reply): Promise<EventId> {
  receiver.behaviour = () => reply;
  await createEndpoint(app, { url: receiver.url() });
  const eventId = await dispatch.tell(app.id, 'payment_link.paid');
  await deliveryWhen(app, eventId, { attempts: 1 });
  return eventId;
}

/** Seconds from the last try to the next one. */
async function waitOf(eventId: EventId): Promise<number> {
  const [delivery] = (await showEvent(app, eventId)).deliveries;
  const last = new Date(delivery?.last_attempt_at ?? '').getTime();
  return (new Date(delivery?.next_attempt_at ?? '').getTime() - last) / SECOND;
}

describe('a receiver that fails', () => {
  it('gets repeated tries on the schedule for three days, and each try is recorded', async () => {
    const eventId = await firstTry({ status: 500, body: 'broken' });
    const expected = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200];
    for (const [index, wait] of expected.entries()) {
      const { status } = await deliveryWhen(app, eventId, { attempts: index + 1 });
      expect(status).toBe('RETRYING');
      const seconds = await waitOf(eventId);
      expect(seconds).toBeGreaterThanOrEqual(wait);
      expect(seconds).toBeLessThan(wait + 2);
      await dispatch.advance((seconds - 2) * SECOND);
      expect((await showEvent(app, eventId)).deliveries[0]?.attempts).toBe(index + 1);
      await dispatch.advance(3 * SECOND);
    }
    await deliveryWhen(app, eventId, { status: 'FAILED', attempts: 12 });
    expect((await showEvent(app, eventId)).deliveries[0]).not.toHaveProperty('next_attempt_at');
    const attempts = await attemptsOf(app, eventId);
    expect(attempts.map(({ attempt_number }) => attempt_number)).toEqual(
      Array.from({ length: 12 }, (_, index) => 12 - index),
    );
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        outcome: 'FAILED',
        status_code: 500,
        response_body: 'broken',
        duration_ms: expect.any(Number) as number,
      });
    }
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect([...ids]).toEqual([eventId]);
  }, 60_000);

  it('gets the event when it works again', async () => {
    const eventId = await firstTry({ status: 503 });
    receiver.behaviour = () => ({ status: 204, body: '' });
    await dispatch.advance(6 * SECOND);
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 2, last_status_code: 204 });
  });

  it.each([
    ['120', 120],
    ['7', 7],
  ])('gets the next try after the %s s that it asked for', async (header, seconds) => {
    const eventId = await firstTry({ status: 429, headers: { 'Retry-After': header } });
    const wait = await waitOf(eventId);
    expect(wait).toBeGreaterThanOrEqual(seconds);
    expect(wait).toBeLessThan(seconds + 1.5);
  });

  it.each([429, 503])('also slows down its other deliveries with a %i', async (status) => {
    await firstTry({ status, headers: { 'Retry-After': '60' } });
    const other = await dispatch.tell(app.id, 'payment_user.autopay_consent_granted');
    await dispatch.advance(30 * SECOND);
    expect((await showEvent(app, other)).deliveries[0]?.attempts).toBe(0);
    receiver.behaviour = () => ({});
    await dispatch.advance(31 * SECOND);
    await deliveryWhen(app, other, { status: 'DELIVERED' });
  });

  it.each([301, 302, 307, 308])('with %i is not followed', async (status) => {
    const eventId = await firstTry({ status, headers: { Location: receiver.url('/elsewhere') } });
    expect(receiver.at('/elsewhere')).toEqual([]);
    await deliveryWhen(app, eventId, { status: 'RETRYING', last_status_code: status });
  });

  it.each([400, 401, 404, 422])('with %i is tried again', async (status) => {
    const eventId = await firstTry({ status });
    await deliveryWhen(app, eventId, { status: 'RETRYING', last_status_code: status });
  });

  it('that refuses the connection is tried again, and the reason is recorded', async () => {
    const url = receiver.url();
    await receiver.stop();
    await createEndpoint(app, { url });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'RETRYING' });
    const [attempt] = await attemptsOf(app, eventId);
    expect(attempt).toMatchObject({ outcome: 'FAILED', error: 'the connection was refused' });
    expect(attempt).not.toHaveProperty('status_code');
    receiver = await Receiver.start();
  });
});

describe('an answer', () => {
  it('is a failure if it does not come in time', async () => {
    receiver.behaviour = () => new Promise(() => undefined);
    await createEndpoint(app, { url: receiver.url() });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    const [attempt] = await attemptsOf(app, eventId);
    expect(attempt?.error).toBe('no complete answer within 1.5 s');
    expect(attempt?.duration_ms).toBeGreaterThanOrEqual(ANSWER_WITHIN_MS - 5);
    expect(attempt?.duration_ms).toBeLessThan(ANSWER_WITHIN_MS * 3);
  });

  it('is recorded up to 4 KB, whatever its bytes are', async () => {
    const body = Buffer.concat([Buffer.from([0, 0xff, 0x41]), Buffer.alloc(9_000, 'b')]);
    const eventId = await firstTry({ status: 400, body });
    const [attempt] = await attemptsOf(app, eventId);
    expect(attempt?.response_body).toBe(`\ufffd\ufffdA${'b'.repeat(4_093)}`);
  });

  it.each([
    [200, 'DELIVERED'],
    [500, 'RETRYING'],
  ])(
    'that begins with %i in time and does not end counts by its status',
    async (status, wanted) => {
      const eventId = await firstTry({ status, body: 'part', endless: true });
      await deliveryWhen(app, eventId, { status: wanted, attempts: 1 });
      const [attempt] = await attemptsOf(app, eventId);
      expect(attempt).toMatchObject({
        status_code: status,
        response_body: 'part',
        error: 'no complete answer within 1.5 s',
      });
    },
  );

  it('counts by its status also if it is too long', async () => {
    const eventId = await firstTry({ status: 200, body: Buffer.alloc(5_000_000, 'x') });
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    const [attempt] = await attemptsOf(app, eventId);
    expect(attempt).toMatchObject({
      outcome: 'SUCCEEDED',
      error: 'the answer is longer than 65536 bytes',
    });
  });
});

describe('an endpoint', () => {
  it('is disabled at once after a 410; its event is held and the app gets a notice', async () => {
    const other = await Receiver.start();
    await createEndpoint(app, { url: other.url(), event_types: ['WEBHOOK_ENDPOINT_DISABLED'] });
    const eventId = await firstTry({ status: 410 });
    await deliveryWhen(app, eventId, { status: 'HELD', attempts: 1 });
    const [notice] = await other.waitFor(1);
    await other.stop();
    const endpointId = notice?.body['webhook_endpoint_id'] as string;
    expect(notice?.body).toMatchObject({ reason: 'It answered 410 Gone.', sequence: 1 });
    const path = `/webhook_endpoints/${endpointId}`;
    expect((await app.call('GET', path)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'It answered 410 Gone.',
    });
    receiver.behaviour = () => ({});
    await dispatch.advance(24 * HOUR);
    expect(receiver.received).toHaveLength(1);
    await app.call('PATCH', path, { enabled: true });
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 2 });
    expect((await app.call('GET', path)).body).not.toHaveProperty('disabled_reason');
  });

  it('is disabled after five days of failures, and gets the held events when it is enabled', async () => {
    const first = await firstTry({ status: 500 });
    await dispatch.advance(71 * HOUR);
    await deliveryWhen(app, first, { attempts: 2 });
    await dispatch.advance(48 * HOUR);
    await deliveryWhen(app, first, { status: 'FAILED' });
    const later = await dispatch.tell(app.id, 'payment_user.autopay_consent_granted');
    await deliveryWhen(app, later, { status: 'RETRYING', attempts: 1 });
    await dispatch.advance(HOUR + 5 * SECOND);
    await deliveryWhen(app, later, { status: 'HELD', attempts: 2 });
    // The feed ends before the oldest transaction of the server, and other specs have some, too.
    const notice = await eventually(async () => {
      const path = '/webhook_events?event_types=WEBHOOK_ENDPOINT_DISABLED';
      const { body } = await app.call('GET', path);
      return (body['webhook_events'] as { body: Record<string, string> }[])[0];
    });
    expect(notice.body['reason']).toBe('It has failed for 5 days.');
    receiver.behaviour = () => ({});
    const endpoint = notice.body['webhook_endpoint_id'] ?? '';
    await app.call('PATCH', `/webhook_endpoints/${endpoint}`, { enabled: true });
    await deliveryWhen(app, later, { status: 'DELIVERED' });
    await eventually(() => receiver.received.some(({ body: got }) => got['reason'] !== undefined));
    expect((await showEvent(app, first)).deliveries[0]?.status).toBe('FAILED');
  });
});
