import { createPublicKey, verify } from 'node:crypto';
import { Metrics, requestContext } from '@towpath/observability';
import { Webhook } from 'standardwebhooks';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { createEndpoint, deliveryWhen } from './webhook-api.fixture.js';

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

describe('an event of a subscribed endpoint', () => {
  it('is posted once as a flat body, signed in both ways', async () => {
    const { secret } = await createEndpoint(app, {
      url: receiver.url('/hook?shop=7'),
      headers: { 'X-Source': 'towpath' },
    });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    const [request] = await receiver.waitFor(1);
    expect(request?.path).toBe('/hook?shop=7');
    expect(request?.body).toMatchObject({
      event_type: 'PAYMENT_LINK_PAID',
      event_id: eventId,
      sequence: 1,
      customer_app_id: app.id,
      unique_reference_id: 'order-1001',
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': eventId,
      'x-source': 'towpath',
    });
    const text = request?.text ?? '';
    expect(new Webhook(secret).verify(text, { ...request?.headers })).toEqual(request?.body);
    const pem = await dispatch.call({ method: 'GET', path: '/webhooks/public_key.pem' });
    const signature = Buffer.from(request?.headers['service-signature'] ?? '', 'base64');
    const key = createPublicKey(pem.text);
    expect(verify('sha256', Buffer.from(text), key, signature)).toBe(true);
    const wanted = { status: 'DELIVERED', attempts: 1, last_status_code: 200 };
    await deliveryWhen(app, eventId, wanted);
    expect(receiver.received).toHaveLength(1);
  });

  it('carries the request ID and the trace of its cause', async () => {
    await createEndpoint(app, { url: receiver.url() });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await requestContext.run({ requestId: 'request-7', traceparent }, () =>
      dispatch.tell(app.id, 'payment_link.paid'),
    );
    const [request] = await receiver.waitFor(1);
    expect(request?.headers).toMatchObject({ 'x-request-id': 'request-7', traceparent });
  });

  it('is counted in the metrics by class of endpoint, outcome and age', async () => {
    const text = () => dispatch.app.get(Metrics).text();
    const valueOf = async (line: string) =>
      Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(await text())?.[1] ?? 0);
    const attempts = (labels: string) =>
      `webhook_attempts_total{${labels},service="webhook-dispatch"}`;
    // Nobody knows of a new endpoint whether it is prompt.
    const succeeded = attempts('class="slow",outcome="succeeded",answer="2xx"');
    const failed = attempts('class="prompt",outcome="failed",answer="5xx"');
    const before = [await valueOf(succeeded), await valueOf(failed)];
    await createEndpoint(app, { url: receiver.url() });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    receiver.behaviour = () => ({ status: 500 });
    const other = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, other, { status: 'RETRYING' });
    const after = [await valueOf(succeeded), await valueOf(failed)];
    expect(after).toEqual(before.map((count) => count + 1));
    expect(await text()).toMatch(/webhook_delivery_age_seconds_bucket{.*class="slow"/);
    expect(await valueOf('webhook_in_flight{service="webhook-dispatch"}')).toBe(0);
  });

  it('is counted at /metrics by each move of its delivery', async () => {
    const moves = async () => {
      const text = await (await fetch(`${dispatch.internalUrl}/metrics`)).text();
      const labels = [
        'none,PENDING',
        'PENDING,DELIVERED',
        'PENDING,RETRYING',
        'DELIVERED,RETRYING',
      ];
      return labels.map((edge) => {
        const [from, to] = edge.split(',');
        const sample = `state_machine_moves_total{machine="webhook delivery",from="${from}",to="${to}",service="webhook-dispatch"} `;
        const line = text.split('\n').find((each) => each.startsWith(sample));
        return Number(line?.slice(sample.length) ?? 0);
      });
    };
    const before = await moves();
    await createEndpoint(app, { url: receiver.url() });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    receiver.behaviour = () => ({ status: 500 });
    await app.call('POST', `/webhook_events/${eventId}/resend`);
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 2 });
    const other = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, other, { status: 'RETRYING' });
    expect((await moves()).map((count, index) => count - (before[index] ?? 0))).toEqual([
      2, 1, 1, 1,
    ]);
  });
});
