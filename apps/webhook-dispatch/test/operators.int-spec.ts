import type {
  FindResourcesResponse,
  ListResourcesResponse,
  OperatorClaim,
  SeeResourceResponse,
  TellStoryResponse,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { eventRegistry } from '@towpath/contracts';
import { newId, type EventId } from '@towpath/kernel';
import { byValues } from '@towpath/persistence';
import { describeOperatorMatrix } from '@towpath/testing';
import pg from 'pg';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen, showEvent, type Endpoint } from './webhook-api.fixture.js';

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;
let other: TestApp;
let endpoint: Endpoint;
/** Answered with 500, and then with 200. */
let eventId: EventId;
const { payment_id: paymentId } = eventRegistry.byName('payment.executed', 1).example as {
  payment_id: string;
};
beforeAll(async () => {
  dispatch = await Dispatch.start();
  receiver = await Receiver.start();
  app = await dispatch.createApp();
  other = await dispatch.createApp();
  receiver.behaviour = (_request, count) => ({ status: count === 1 ? 500 : 200 });
  const url = `${receiver.url('/hook')}?token=secret`;
  endpoint = await createEndpoint(app, { url, description: 'of Ada', headers: { 'X-Key': 'k' } });
  eventId = await dispatch.tell(app.id, 'payment.executed');
  await deliveryWhen(app, eventId, { attempts: 1, status: 'RETRYING' });
  await dispatch.advance(10_000);
  await deliveryWhen(app, eventId, { attempts: 2, status: 'DELIVERED' });
  await dispatch.tell(other.id, 'payment.executed');
});
afterAll(async () => {
  await dispatch?.stop();
  await receiver?.stop();
});

const as = (claim: Partial<OperatorClaim> = {}) => dispatch.operator(claim);
const event = () => ({ kind: 'webhook_event', customerAppId: app.id, id: eventId });
const place = () => {
  return { kind: 'webhook_endpoint', customerAppId: app.id, id: endpoint.webhook_endpoint_id };
};
const story = async (path: Record<string, string>) =>
  (await as().ask<TellStoryResponse>('tellStory', { path })).body.entries;
const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

describe('an operator who searches webhooks', () => {
  it('finds events and endpoints by their IDs, within the apps of the claim', async () => {
    const found = async (text: string, apps: OperatorClaim['apps'] = '*') => {
      const query = { by: 'id', text };
      const { body } = await as({ apps }).ask<FindResourcesResponse>('findResources', { query });
      return body.results.map(({ kind, customer_app_id, id }) => [kind, customer_app_id, id]);
    };
    expect(await found(eventId)).toEqual([['webhook_event', app.id, eventId]]);
    const { webhook_endpoint_id: id } = endpoint;
    expect(await found(id)).toEqual([['webhook_endpoint', app.id, id]]);
    expect(await found(eventId, [other.id])).toEqual([]);
    const [attempt] = await dispatch.transactions.asWorker((tx) =>
      tx.query<{ id: string }>(
        byValues('SELECT attempt_id AS id FROM webhook_attempts WHERE event_id = $1'),
        [eventId],
      ),
    );
    const tried = attempt?.id ?? '';
    expect(await found(tried)).toEqual([['webhook_event', app.id, eventId]]);
    expect(await found(tried, [other.id])).toEqual([]);
  });

  it('lists events by what became of them, and endpoints by their status', async () => {
    const list = async (kind: string, query: Record<string, string> = {}) => {
      const { body } = await as().ask<ListResourcesResponse>('listResources', {
        path: { kind },
        query,
      });
      return body.resources.map(({ id, status, summary }) => [id, status, summary]);
    };
    const summary = 'PAYMENT_EXECUTED (payment 1)';
    const it = [eventId, undefined, summary];
    expect(await list('webhook_event')).toEqual([[expect.anything(), undefined, summary], it]);
    expect(await list('webhook_event', { statuses: 'FAILED,DELIVERED' })).toEqual([it]);
    expect(await list('webhook_event', { statuses: 'FAILED,HELD' })).toEqual([]);
    expect(await list('webhook_event', { customer_app_id: app.id })).toEqual([it]);
    const { origin } = new URL(receiver.url());
    const shown = [endpoint.webhook_endpoint_id, 'ENABLED', origin];
    expect(await list('webhook_endpoint', { statuses: 'ENABLED,DELETED' })).toEqual([shown]);
    expect(await list('webhook_endpoint', { statuses: 'DISABLED' })).toEqual([]);
    const path = { kind: 'webhook_event' };
    const tooMany = await as().ask('listResources', { path, query: { limit: '101' } });
    expect(refused(tooMany)).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('an operator who opens an event', () => {
  it('sees all but what was sent, and where it belongs', async () => {
    const { body } = await as({ role: 'admin' }).ask<SeeResourceResponse>('seeResource', {
      path: event(),
    });
    expect(body.body).toEqual({ ...(await showEvent(app, eventId)), body: '•••' });
    expect(body.masked).toEqual(['body']);
    expect(body.related.map(({ kind, id, as: role }) => [kind, id, role])).toEqual([
      ['payment', paymentId, 'what it is about'],
      ['webhook_endpoint', endpoint.webhook_endpoint_id, 'receiver: DELIVERED'],
    ]);
  });

  it('shows each attempt with its answer', async () => {
    const about = { kind: 'webhook_event', customer_app_id: app.id, id: eventId };
    const [first, ...attempts] = await story(event());
    expect(first).toMatchObject({ entry: 'WEBHOOK', title: 'PAYMENT_EXECUTED', about });
    expect(attempts.map(({ entry, title }) => [entry, title])).toEqual([
      ['DELIVERY', 'POST 500'],
      ['DELIVERY', 'POST 200'],
    ]);
    const { webhook_endpoint_id } = endpoint;
    expect(attempts[0]?.details).toMatchObject({ webhook_endpoint_id, attempt: '1' });
    expect(attempts[0]?.details).not.toHaveProperty('status');
    expect(attempts[1]?.details).toMatchObject({ attempt: '2', status: 'DELIVERED' });
    expect(Number(attempts[1]?.details?.['duration_ms'])).toBeGreaterThanOrEqual(0);
  });

  it('gets none of another app', async () => {
    const theirs = { ...event(), customerAppId: other.id };
    expect(refused(await as().ask('seeResource', { path: theirs }))).toEqual([
      400,
      'WEBHOOK_EVENT_NOT_FOUND',
    ]);
    const apps = [other.id];
    expect(refused(await as({ apps }).ask('tellStory', { path: event() }))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
  });
});

describe('an operator who opens an endpoint', () => {
  const see = async (role: OperatorClaim['role']) =>
    (await as({ role }).ask<SeeResourceResponse>('seeResource', { path: place() })).body;

  it('sees its origin alone, and no description before the role `operator`', async () => {
    const seen = await see('viewer');
    expect(seen.masked).toEqual(['url', 'description', 'headers']);
    expect(JSON.stringify(seen)).not.toMatch('secret|/hook');
    expect(seen).toMatchObject({
      status: 'ENABLED',
      body: { address: new URL(receiver.url()).origin, status: 'ENABLED', consecutive_failures: 0 },
    });
    const helping = await see('operator');
    expect([helping.masked, helping.body['description']]).toEqual([['url', 'headers'], 'of Ada']);
  });

  it('gets the whole address for a reason, and never the value of a header', async () => {
    const { customerAppId: customer_app_id, kind, id } = place();
    const unmask = async (member: string) => {
      const body = { kind, customer_app_id, id, member, reason: 'ticket 4711' };
      const answer = await as({ role: 'admin' }).ask<UnmaskMemberResponse>('unmaskMember', {
        body,
      });
      return answer.body.value;
    };
    expect(await unmask('url')).toContain('?token=secret');
    expect(await unmask('headers')).toBe('{"X-Key":"********"}');
  });

  it('shows since when it fails, and which events did not arrive', async () => {
    receiver.behaviour = () => ({ status: 503 });
    const missing = await dispatch.tell(app.id, 'payment.executed');
    await deliveryWhen(app, missing, { attempts: 1, status: 'RETRYING' });
    const seen = await see('viewer');
    expect(seen.body).toMatchObject({ consecutive_failures: 1, failing_since: expect.anything() });
    expect(seen.related).toEqual([
      {
        kind: 'webhook_event',
        customer_app_id: app.id,
        id: missing,
        as: 'event that is retried',
      },
    ]);
    const shown = (await story(place())).map(({ title, reason }) => [title, reason]);
    expect(shown).toContainEqual(['fails since', '1 failures']);
    const [attempt, next] = (await story({ ...event(), id: missing })).slice(-2);
    expect(attempt).toMatchObject({ title: 'POST 503', details: { status: 'RETRYING' } });
    expect(next).toMatchObject({ entry: 'DELIVERY', title: 'RETRYING' });
    expect(next?.details).toMatchObject({ status: 'RETRYING', next_attempt_at: expect.anything() });
  });

  it('sees events as held while it is disabled, and a deleted one without its headers', async () => {
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}`;
    await app.call('PATCH', path, { enabled: false });
    const held = await dispatch.tell(app.id, 'payment.executed');
    const [, delivery] = await story({ ...event(), id: held });
    expect(delivery).toMatchObject({ title: 'HELD', details: { status: 'HELD' } });
    const listed = async (statuses: string) => {
      const asked = { path: { kind: 'webhook_event' }, query: { statuses } };
      const { body } = await as().ask<ListResourcesResponse>('listResources', asked);
      return body.resources.map(({ id }) => id);
    };
    expect(await listed('HELD')).toContain(held);
    expect(await listed('PENDING')).not.toContain(held);
    expect((await see('viewer')).status).toBe('DISABLED');
    await app.call('DELETE', path);
    expect(await see('admin')).toMatchObject({ status: 'DELETED', body: { headers: '•••' } });
  });
});

describe('the story of a resource of another service', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: dispatch.database.adminUrl });
    await client.connect();
  });
  afterAll(() => client?.end());

  const path = (id: string, customerAppId: string = app.id) => ({
    kind: 'payment',
    customerAppId,
    id,
  });

  it('has the events about it with their attempts, and those of its app alone', async () => {
    const shown = await story(path(paymentId));
    const first = shown.filter(({ about }) => about?.id === eventId);
    expect(first.map(({ entry, title }) => [entry, title])).toEqual([
      ['WEBHOOK', 'PAYMENT_EXECUTED'],
      ['DELIVERY', 'POST 500'],
      ['DELIVERY', 'POST 200'],
    ]);
    expect(new Set(shown.map(({ about }) => about?.kind))).toEqual(new Set(['webhook_event']));
    expect(await story(path(paymentId, other.id))).toHaveLength(1);
    expect(await story(path(newId(new Date())))).toEqual([]);
  });

  it('has the newest of many events, and says that older ones are left out', async () => {
    const busy = newId(new Date());
    const record = (from: number, to: number) =>
      client.query(
        `INSERT INTO webhook_messages SELECT (jsonb_populate_record(m, jsonb_build_object(
           'event_id', 'event ' || n, 'resource_id', $1::text, 'sequence', n,
           'event_time', timestamptz '2026-03-01Z' + n * interval '1 minute'))).*
         FROM webhook_messages m, generate_series($2::integer, $3::integer, -1) n
         WHERE m.event_id = $4`,
        [busy, from, to, eventId],
      );
    const shownNow = async () => {
      const asked = { path: path(busy) };
      const { entries, is_cut } = (await as().ask<TellStoryResponse>('tellStory', asked)).body;
      return [is_cut, entries.length, entries[0]?.about?.id, entries.at(-1)?.about?.id];
    };
    await record(251, 2);
    expect(await shownNow()).toEqual([false, 250, 'event 2', 'event 251']);
    await record(1, 1);
    expect(await shownNow()).toEqual([true, 250, 'event 2', 'event 251']);
  });

  it('has a delivery that waits, however many newer attempts there are', async () => {
    const busy = newId(new Date());
    const { webhook_endpoint_id: id } = await createEndpoint(app, { url: receiver.url('/busy') });
    const copy = (table: string, changes: string, copies = 2) =>
      client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
         FROM ${table} t, generate_series(1, $1::integer) n
         WHERE t.event_id = $2 ${table === 'webhook_attempts' ? 'AND t.attempt_number = 1' : ''}`,
        [copies, eventId],
      );
    const its = `'event_id', 'busy ' || n`;
    await copy('webhook_messages', `${its}, 'resource_id', '${busy}', 'sequence', n`);
    await copy('webhook_deliveries', `${its}, 'webhook_endpoint_id', '${id}'`);
    await client.query(
      `UPDATE webhook_deliveries SET status = 'RETRYING', attempts = 1,
         last_attempt_at = now() - interval '6 hours', due_at = now() + interval '1 hour'
       WHERE event_id = 'busy 1'`,
    );
    const of = `'webhook_endpoint_id', '${id}', 'started_at'`;
    await copy('webhook_attempts', `${its}, ${of}, now() - interval '6 hours'`, 1);
    const newer = `'event_id', 'busy 2', 'attempt_number', n, ${of}, now() + n * interval '1 second'`;
    await copy('webhook_attempts', newer, 500);
    const asked = { path: path(busy) };
    const { entries, is_cut } = (await as().ask<TellStoryResponse>('tellStory', asked)).body;
    expect([is_cut, entries.length]).toEqual([true, 500]);
    expect(entries.at(-1)).toMatchObject({
      entry: 'DELIVERY',
      title: 'RETRYING',
      details: { webhook_endpoint_id: id, status: 'RETRYING' },
      about: { id: 'busy 1' },
    });
    expect(entries.at(-2)?.details).toMatchObject({ attempt: '500', status: 'DELIVERED' });
  });
});

const acts = () => ({ action: 'resend_webhook', id: eventId }) as const;
describeOperatorMatrix(() => ({ as, ...place(), masked: 'url', acts: acts() }));
