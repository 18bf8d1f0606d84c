import type { ActionPreview, OperatorClaim } from '@towpath/contracts/operator';
import { newId, type EventId } from '@towpath/kernel';
import { eventually, type OperatorAt } from '@towpath/testing';
import pg from 'pg';
import { RetryJitter } from '../src/delivering/outcomes/delivery-outcomes.service.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen, showEvent, type Endpoint } from './webhook-api.fixture.js';

let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;
let endpoint: Endpoint;
let admin: pg.Client;
beforeAll(async () => {
  dispatch = await Dispatch.start({
    providers: [{ provide: RetryJitter, useValue: { next: () => 0 } }],
  });
  admin = new pg.Client(dispatch.database.adminUrl);
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await dispatch?.stop();
});
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
  endpoint = await createEndpoint(app, { url: receiver.url(), description: 'of Ada' });
});
afterEach(() => receiver.stop());

const operator = (claim: Partial<OperatorClaim> = {}): OperatorAt =>
  dispatch.operator({ role: 'operator', ...claim });
const resending = (id: string) =>
  ({ action: 'resend_webhook', customer_app_id: app.id, id }) as const;
const recovering = (since = '2026-01-01T00:00:00.000Z') => {
  const { webhook_endpoint_id: id } = endpoint;
  return { action: 'recover_webhooks', customer_app_id: app.id, id, since } as const;
};
const effects = async (previewed: Promise<{ body: ActionPreview }>) => {
  const { body } = await previewed;
  return { effects: body.effects, refusal: body.refusal };
};

interface Recovery {
  readonly since: string;
  readonly started_at: string;
  readonly finished_at?: string;
  readonly recovered_events: number;
}

interface Entry {
  readonly operation: string;
  readonly resource_id: string;
  readonly reason: string;
  readonly xmin: string;
}

/** Entries of the audit about the app, with the transaction that wrote each. */
async function entries(): Promise<Entry[]> {
  const { rows } = await admin.query<Entry>(
    `SELECT operation, resource_id, reason, xmin::text FROM audit_entries
     WHERE customer_app_id = $1 AND act = 'ACTION'`,
    [app.id],
  );
  return rows;
}

/** As if the process had died after the effect, before the outcome was kept. */
async function forgetOutcome(actionId: string): Promise<void> {
  await admin.query(
    `UPDATE operator_actions SET outcome = NULL, lease_until = NULL WHERE action_id = $1`,
    [actionId],
  );
}

async function transactionOf(table: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ xmin: string }>(
    `SELECT xmin::text FROM ${table} WHERE customer_app_id = $1`,
    [app.id],
  );
  return rows[0]?.xmin;
}

async function failing(): Promise<EventId> {
  receiver.behaviour = () => ({ status: 500 });
  const eventId = await dispatch.tell(app.id, 'payment_link.paid');
  await deliveryWhen(app, eventId, { attempts: 1, status: 'RETRYING' });
  return eventId;
}

const enable = (enabled: boolean) =>
  app.call('PATCH', `/webhook_endpoints/${endpoint.webhook_endpoint_id}`, { enabled });

describe('an operator who sends an event again', () => {
  it('is shown where it goes, and the receiver gets it once, whatever is repeated', async () => {
    const eventId = await failing();
    const { webhook_endpoint_id: id } = endpoint;
    const { body: shown } = await operator().preview(resending(eventId));
    expect(shown).toEqual({
      is_possible: true,
      effects: [
        `PAYMENT_LINK_PAID is sent to the endpoint ${id}, where it is RETRYING after 1 attempt.`,
      ],
      seen: 'RETRYING 1, attempts 1, endpoints 1',
      needs_fresh_login: false,
      needs_second_person: false,
    });
    receiver.behaviour = () => ({});
    const action_id = newId(new Date());
    const done = await operator().act(resending(eventId), { action_id });
    expect(done.body).toEqual({ effects: ['PAYMENT_LINK_PAID is on its way to 1 endpoint.'] });
    await deliveryWhen(app, eventId, { attempts: 2, status: 'DELIVERED' });
    const again = await operator().act(resending(eventId), { action_id });
    expect(again.body).toEqual(done.body);
    const other = await operator().act(recovering(), { action_id });
    expect([other.status, other.body.error.error_code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await showEvent(app, eventId)).deliveries[0]?.attempts).toBe(2);
    expect(await entries()).toMatchObject([
      { operation: 'resend_webhook', resource_id: eventId, reason: 'ticket 4711' },
    ]);
  });

  it('sends it once, with one entry of the audit, though the process died after that', async () => {
    const eventId = await failing();
    receiver.behaviour = () => ({});
    const action_id = newId(new Date());
    await operator().act(resending(eventId), { action_id });
    await deliveryWhen(app, eventId, { attempts: 2, status: 'DELIVERED' });
    await forgetOutcome(action_id);
    const resumed = await operator().act(resending(eventId), { action_id });
    expect(resumed.body).toEqual({ effects: ['PAYMENT_LINK_PAID is on its way to 0 endpoints.'] });
    const [delivery] = (await showEvent(app, eventId)).deliveries;
    expect([delivery?.status, delivery?.attempts]).toEqual(['DELIVERED', 2]);
    expect(await entries()).toHaveLength(1);
  });

  it('has the entry of the audit in the transaction that makes it due', async () => {
    const eventId = await failing();
    await enable(false);
    await operator().act(resending(eventId));
    const [entry] = await entries();
    expect(entry?.xmin).toBe(await transactionOf('webhook_deliveries'));
  });

  it('is refused after another attempt, and if nobody subscribes to it', async () => {
    const eventId = await failing();
    const { body: before } = await operator().preview(resending(eventId));
    await dispatch.advance(10_000);
    await deliveryWhen(app, eventId, { attempts: 2 });
    const stale = await operator().act(resending(eventId), { seen: before.seen });
    expect([stale.status, stale.body.error.details]).toEqual([
      400,
      'The resource has changed since this was shown: look at it again.',
    ]);
    await app.call('DELETE', `/webhook_endpoints/${endpoint.webhook_endpoint_id}`);
    const refusal = 'No endpoint subscribes to this event.';
    expect(await effects(operator().preview(resending(eventId)))).toEqual({ effects: [], refusal });
    const refused = await operator().act(resending(eventId));
    expect([refused.status, refused.body.error.details]).toEqual([400, refusal]);
    expect(await entries()).toEqual([]);
  });

  it('reaches no event of another app', async () => {
    const other = await dispatch.createApp();
    const eventId = await failing();
    const named = await operator().act({ ...resending(eventId), customer_app_id: other.id });
    expect([named.status, named.body.error.error_code]).toEqual([400, 'WEBHOOK_EVENT_NOT_FOUND']);
    const limited = await operator({ apps: [other.id] }).act(resending(eventId));
    expect([limited.status, limited.body.error.error_code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await entries()).toEqual([]);
  });
});

describe('an operator who recovers an endpoint', () => {
  const recovery = async () => {
    const path = `/webhook_endpoints/${endpoint.webhook_endpoint_id}`;
    const { body } = await app.call('GET', path);
    return body['recovery'] as Recovery | undefined;
  };

  it('is shown how many deliveries are sent again, and starts one recovery', async () => {
    const eventId = await failing();
    await failing();
    await enable(false);
    expect(await effects(operator().preview(recovering()))).toEqual({
      effects: [
        '2 failed deliveries since 2026-01-01T00:00:00.000Z will be sent again.',
        'The endpoint is disabled: they wait until it is enabled.',
      ],
      refusal: undefined,
    });
    await enable(true);
    receiver.behaviour = () => ({});
    expect((await operator().act(recovering())).status).toBe(200);
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    expect((await recovery())?.since).toBe('2026-01-01T00:00:00.000Z');
    const [entry, ...others] = await entries();
    const { webhook_endpoint_id } = endpoint;
    expect(entry).toMatchObject({
      operation: 'recover_webhooks',
      resource_id: webhook_endpoint_id,
    });
    expect(others).toEqual([]);
  });

  it('starts it once, with one entry of the audit, though the process died after that', async () => {
    const eventId = await failing();
    receiver.behaviour = () => ({});
    const action_id = newId(new Date());
    const done = await operator().act(recovering(), { action_id });
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    const ended = async () => {
      const found = await recovery();
      return found?.finished_at ? found : undefined;
    };
    const first = await eventually(ended, { deadlineMs: 10_000 });
    await forgetOutcome(action_id);
    // A second recovery would send this one.
    const later = await failing();
    const resumed = await operator().act(recovering(), { action_id });
    expect([resumed.status, resumed.body]).toEqual([200, done.body]);
    expect(await recovery()).toEqual(first);
    expect((await showEvent(app, later)).deliveries).toMatchObject([{ attempts: 1 }]);
    expect(await entries()).toHaveLength(1);
  });

  it('is refused if nothing failed, after a change of the endpoint, and without an instant', async () => {
    const none = await operator().act(recovering());
    expect([none.status, none.body.error.details]).toEqual([400, 'No webhook failed since then.']);
    await failing();
    const { body: shown } = await operator().preview(recovering());
    await enable(false);
    const stale = await operator().act(recovering(), { seen: shown.seen });
    expect([stale.status, stale.body.error.error_code]).toEqual([400, 'INVALID_REQUEST']);
    const { action, customer_app_id, id } = recovering();
    const without = { action, customer_app_id, id };
    expect((await operator().preview(without)).body.error.details).toBe('since is missing');
    expect(await recovery()).toBeUndefined();
    expect(await entries()).toEqual([]);
  });
});
