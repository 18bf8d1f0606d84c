/**
 * @proves createWebhookEndpoint, listWebhookEndpoints, getWebhookEndpoint, updateWebhookEndpoint
 * @proves rotateWebhookEndpointSecret, testWebhookEndpoint, listWebhookEvents, resendWebhookEvent
 */
import { newId, type EventId, type PaymentLinkId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { Webhook } from 'standardwebhooks';
import { OVERLAP_MS } from '../src/endpoints/webhook-endpoints/webhook-endpoint.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen, showEvent, type ShownEvent } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

const MASK = '********';

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

const tellLink = () =>
  dispatch.tell(app.id, 'payment_link.paid', {
    payment_link_id: newId<PaymentLinkId>(new Date()),
  });
const accepts = (secret: string, index = -1) => {
  const { text = '', headers = {} } = receiver.received.at(index) ?? {};
  try {
    return new Webhook(secret).verify(text, { ...headers }) !== undefined;
  } catch (error) {
    return error instanceof Error && false;
  }
};

describe('an endpoint', () => {
  it('has default settings, and shows its secret only on creation', async () => {
    const { status, body } = await app.call('POST', '/webhook_endpoints', { url: receiver.url() });
    expect(status).toBe(200);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(shown).toEqual({
      webhook_endpoint_id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
      url: receiver.url(),
      event_types: ['*'],
      enabled: true,
      headers: {},
      signature_kinds: ['v1', 'service_signature'],
      created_at: expect.any(String) as string,
      updated_at: shown['created_at'],
    });
    const read = await app.call(
      'GET',
      `/webhook_endpoints/${String(shown['webhook_endpoint_id'])}`,
    );
    expect(read.body).toEqual(shown);
  });

  it('keeps the settings that it was given, and changes those that an update names', async () => {
    const settings = {
      url: receiver.url(),
      event_types: ['PAYMENT_*', 'WEBHOOK_TEST'],
      description: 'Orders',
      enabled: false,
      headers: { Authorization: 'Bearer abc' },
      rate_limit_per_second: 7,
      signature_kinds: ['v1', 'v1a'],
    };
    const { webhook_endpoint_id } = await createEndpoint(app, settings);
    const path = `/webhook_endpoints/${webhook_endpoint_id}`;
    const masked = { ...settings, headers: { Authorization: MASK } };
    expect((await app.call('GET', path)).body).toMatchObject(masked);
    const changed = await app.call('PATCH', path, { description: 'Bills', event_types: ['*'] });
    const expected = { ...masked, description: 'Bills', event_types: ['*'] };
    expect(changed.body).toMatchObject(expected);
    expect((await app.call('GET', path)).body).toEqual(changed.body);
    expect(changed.body).not.toHaveProperty('secret');
  });

  it('shows the values of its headers only to the request that sets them, and keeps masked ones', async () => {
    const headers = { Authorization: 'Bearer abc', 'X-Source': 'shop' };
    const created = await app.call('POST', '/webhook_endpoints', { url: receiver.url(), headers });
    expect(created.body['headers']).toEqual(headers);
    const path = `/webhook_endpoints/${String(created.body['webhook_endpoint_id'])}`;
    const hidden = { Authorization: MASK, 'X-Source': MASK };
    const answers = [
      await app.call('GET', path),
      await app.call('POST', `${path}/rotate_secret`),
      await app.call('POST', `${path}/pause`),
      await app.call('POST', `${path}/resume`),
    ];
    expect(answers.map(({ body }) => body['headers'])).toEqual(answers.map(() => hidden));
    const list = await app.call('GET', '/webhook_endpoints');
    expect(list.body['webhook_endpoints']).toMatchObject([{ headers: hidden }]);

    const sentBack = { authorization: MASK, 'X-Source': 'web', 'X-New': 'n' };
    const changed = await app.call('PATCH', path, { headers: sentBack });
    expect(changed.body['headers']).toEqual(sentBack);
    await tellLink();
    const [request] = await receiver.waitFor(1);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer abc',
      'x-source': 'web',
      'x-new': 'n',
    });
  });

  it('refuses a mask as the value of a header that is not stored', async () => {
    const url = receiver.url();
    const headers = { Authorization: MASK };
    const created = await app.call('POST', '/webhook_endpoints', { url, headers });
    const { webhook_endpoint_id } = await createEndpoint(app, {
      url,
      headers: { 'X-Source': 's' },
    });
    const path = `/webhook_endpoints/${webhook_endpoint_id}`;
    const changed = await app.call('PATCH', path, { headers });
    for (const { status, error } of [created, changed]) {
      expect([status, error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
      expect(error?.details).toMatch(/^headers must give Authorization a value/);
    }
  });

  it.each(['ftp://127.0.0.1/hook', 'ws://127.0.0.1/hook', 'gopher://127.0.0.1/hook'])(
    'is not created with %s, although loopback is opened',
    async (url) => {
      const { status, error } = await app.call('POST', '/webhook_endpoints', { url });
      expect([status, error?.error_code]).toEqual([400, 'WEBHOOK_URL_NOT_ALLOWED']);
    },
  );

  it('gets only the signatures that it chose, and its headers replace none of ours', async () => {
    await createEndpoint(app, {
      url: receiver.url(),
      signature_kinds: ['service_signature'],
      headers: { 'User-Agent': 'mine', 'X-Request-Id': 'mine', Authorization: 'Bearer abc' },
    });
    await tellLink();
    const [request] = await receiver.waitFor(1);
    expect(request?.headers).toMatchObject({ 'user-agent': 'mine', authorization: 'Bearer abc' });
    expect(request?.headers['x-request-id']).not.toBe('mine');
    expect(request?.headers).toHaveProperty('service-signature');
    expect(request?.headers).not.toHaveProperty('webhook-signature');
  });

  it('has secret and headers encrypted in the database', async () => {
    const { secret } = await createEndpoint(app, {
      url: receiver.url(),
      headers: { Authorization: 'Bearer very-secret' },
    });
    const rows = await dispatch.transactions.asWorker((tx) =>
      tx.query<{ row: string; sealed: Buffer }>(
        byValues(
          `SELECT e::text AS row, sealed FROM webhook_endpoints e WHERE customer_app_id = $1`,
        ),
        [app.id],
      ),
    );
    for (const { row, sealed } of rows) {
      for (const word of [secret, 'very-secret']) {
        expect(row).not.toContain(word);
        expect(sealed.includes(word)).toBe(false);
      }
    }
    expect(rows).toHaveLength(1);
  });

  it('gets signatures with the old secret for a day after a rotation', async () => {
    const { webhook_endpoint_id, secret: old } = await createEndpoint(app, { url: receiver.url() });
    const path = `/webhook_endpoints/${webhook_endpoint_id}/rotate_secret`;
    const rotated = await app.call('POST', path);
    const fresh = rotated.body['secret'] as string;
    expect(fresh).not.toBe(old);
    await tellLink();
    await receiver.waitFor(1);
    expect([accepts(old), accepts(fresh)]).toEqual([true, true]);
    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  it('gets no signature with the old secret after that day', async () => {
    const { webhook_endpoint_id } = await createEndpoint(app, { url: receiver.url() });
    await app.call('POST', `/webhook_endpoints/${webhook_endpoint_id}/rotate_secret`);
    await dispatch.advance(OVERLAP_MS + 1_000);
    await tellLink();
    await receiver.waitFor(1);
    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it.each([
    [undefined, 'WEBHOOK_TEST'],
    [{}, 'WEBHOOK_TEST'],
    [{ event_type: 'PAYMENT_LINK_PAID' }, 'PAYMENT_LINK_PAID'],
  ])('can be tested with %j whatever it subscribes to', async (request, eventType) => {
    const endpoint = await createEndpoint(app, {
      url: receiver.url(),
      event_types: ['DISPUTE_CREATED'],
    });
    await createEndpoint(app, { url: receiver.url('/other') });
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}/test`;
    const { status, body } = await app.call('POST', path, request);
    expect(status).toBe(200);
    const eventId = body['event_id'] as EventId;
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    expect(receiver.received.map(({ path: to, body: { event_type } }) => [to, event_type])).toEqual(
      [['/hook', eventType]],
    );
    expect(receiver.received[0]?.body).toMatchObject({
      event_id: eventId,
      customer_app_id: app.id,
      sequence: 1,
    });
  });

  it('is one of at most a hundred', async () => {
    for (let n = 0; n < 100; n += 1) await createEndpoint(app, { url: receiver.url(`/${n}`) });
    const refused = await app.call('POST', '/webhook_endpoints', { url: receiver.url() });
    expect([refused.status, refused.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
  }, 30_000);
});

describe('the list of endpoints', () => {
  it('is newest first, in pages by offset or by cursor, with the number of all', async () => {
    const created: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      created.unshift((await createEndpoint(app, { url: receiver.url() })).webhook_endpoint_id);
    }
    const list = async (query: string) => {
      const { body } = await app.call('GET', `/webhook_endpoints?${query}`);
      const endpoints = body['webhook_endpoints'] as { webhook_endpoint_id: string }[];
      const ids = endpoints.map(({ webhook_endpoint_id }) => webhook_endpoint_id);
      return { ids, total: body['total'], next: body['next_cursor'] as string | undefined };
    };
    expect(await list('')).toEqual({ ids: created, total: 5, next: undefined });
    expect((await list('offset=1&limit=2')).ids).toEqual(created.slice(1, 3));
    const first = await list('limit=3');
    expect(first.ids).toEqual(created.slice(0, 3));
    const second = await list(`limit=3&after=${first.next}`);
    expect(second).toEqual({ ids: created.slice(3), total: 5, next: undefined });
  });
});

describe('the feed of events', () => {
  const feed = async (query = '') => {
    const { body } = await app.call('GET', `/webhook_events?${query}`);
    const events = body['webhook_events'] as ShownEvent[];
    return {
      ids: events.map(({ event_id }) => event_id),
      next: body['next_cursor'] as string | undefined,
    };
  };
  const all = (count: number) =>
    eventually(async () => {
      const page = await feed();
      return page.ids.length >= count && page;
    });

  it('is oldest first, and each page continues where the last one ended', async () => {
    const published: EventId[] = [];
    for (let n = 0; n < 5; n += 1) published.push(await tellLink());
    expect((await all(5)).ids).toEqual(published);
    const first = await feed('limit=2');
    const second = await feed(`limit=2&after=${first.next}`);
    const third = await feed(`limit=2&after=${second.next}`);
    expect([first.ids, second.ids, third.ids]).toEqual([
      published.slice(0, 2),
      published.slice(2, 4),
      published.slice(4),
    ]);
    expect(await feed(`after=${third.next}`)).toEqual({ ids: [], next: undefined });
    const later = await tellLink();
    await eventually(async () => (await feed(`after=${third.next}`)).ids[0] === later);
  });

  it('never skips an event whose transaction commits late', async () => {
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holding = dispatch.transactions.asWorker(async (tx) => {
      await tx.query(
        byValues(`INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind,
           resource_id, sequence, event_time, body, request_id, created_at)
         VALUES ($1, $2, 'WEBHOOK_TEST', 'x', 'x', 1, now(), '{}', 'r', now())`),
        [app.id, newId<EventId>(new Date())],
      );
      begun.resolve();
      await late.promise;
    });
    await begun.promise;
    const after = await tellLink();
    expect((await showEvent(app, after)).event_id).toBe(after);
    expect((await feed()).ids).toEqual([]);
    late.resolve();
    await holding;
    expect((await all(2)).ids[1]).toBe(after);
  });

  it('is filtered by type, endpoint, resource, status and time', async () => {
    const endpoint = await createEndpoint(app, {
      url: receiver.url(),
      event_types: ['AUTOPAY_*'],
      enabled: false,
    });
    const [link, consent] = [
      await tellLink(),
      await dispatch.tell(app.id, 'payment_user.autopay_consent_granted'),
    ];
    await all(2);
    const { resource_id } = await showEvent(app, link);
    const found = async (query: string) => (await feed(query)).ids;
    expect(await found('event_types=PAYMENT_LINK_PAID')).toEqual([link]);
    expect(await found('event_types=PAYMENT_LINK_PAID,AUTOPAY_CONSENT_GRANTED')).toHaveLength(2);
    expect(await found(`webhook_endpoint_id=${endpoint.webhook_endpoint_id}`)).toEqual([consent]);
    expect(await found(`webhook_endpoint_id=${newId(new Date())}`)).toEqual([]);
    expect(await found(`resource_id=${resource_id}`)).toEqual([link]);
    expect(await found('statuses=HELD')).toEqual([consent]);
    expect(await found('statuses=DELIVERED,PENDING')).toEqual([]);
    expect(await found('created_from=2000-01-01T00:00:00Z')).toHaveLength(2);
    expect(await found('created_from=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await found('created_to=2000-01-01T00:00:00Z')).toEqual([]);
  });
});

/** Resolves when each endpoint has acknowledged the event, after so many attempts. */
const attemptsWhen = (eventId: EventId, wanted: readonly (readonly [string, number])[]) =>
  eventually(async () => {
    const { deliveries } = await showEvent(app, eventId);
    return wanted.every(([endpointId, attempts]) =>
      deliveries.some(
        (each) =>
          each.webhook_endpoint_id === endpointId &&
          each.status === 'DELIVERED' &&
          each.attempts === attempts,
      ),
    );
  });

describe('an event', () => {
  it('is sent again on request, also to a newer endpoint', async () => {
    const first = await createEndpoint(app, { url: receiver.url('/first') });
    const eventId = await tellLink();
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    const second = await createEndpoint(app, { url: receiver.url('/second') });
    const path = `/webhook_events/${eventId}/resend`;
    const { status, body } = await app.call('POST', path);
    expect(status).toBe(200);
    expect(body['event_id']).toBe(eventId);
    await receiver.waitFor(3);
    expect([receiver.at('/first').length, receiver.at('/second').length]).toEqual([2, 1]);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    // A resend of what is under way is the one that is under way.
    await attemptsWhen(eventId, [
      [first.webhook_endpoint_id, 2],
      [second.webhook_endpoint_id, 1],
    ]);
    await app.call('POST', path, { webhook_endpoint_id: second.webhook_endpoint_id });
    await receiver.waitFor(4);
    await attemptsWhen(eventId, [
      [first.webhook_endpoint_id, 2],
      [second.webhook_endpoint_id, 2],
    ]);
  });

  it('is not sent twice if it is requested again while it is sent', async () => {
    const answer = Promise.withResolvers<object>();
    receiver.behaviour = () => answer.promise;
    await createEndpoint(app, { url: receiver.url() });
    const eventId = await tellLink();
    await receiver.waitFor(1);
    await app.call('POST', `/webhook_events/${eventId}/resend`);
    await dispatch.advance(0);
    answer.resolve({});
    await deliveryWhen(app, eventId, { status: 'DELIVERED', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
  });
});
