import { createPublicKey, verify } from 'node:crypto';
import { eventually } from '@towpath/testing';
import { Webhook } from 'standardwebhooks';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';

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

const createEndpoint = async (settings: object = {}) => {
  const answer = await app.call('POST', '/webhook_endpoints', { url: receiver.url(), ...settings });
  expect(answer.status).toBe(200);
  return answer.body as { webhook_endpoint_id: string; secret: string };
};

describe('an event of a subscribed endpoint', () => {
  it('is posted once, flat, and signed in both ways', async () => {
    const { secret } = await createEndpoint({ headers: { 'X-Source': 'towpath' } });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    const [request] = await receiver.waitFor(1);
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
    const event = await eventually(async () => {
      const { body } = await app.call('GET', `/webhook_events/${eventId}`);
      const [delivery] = (body as { deliveries?: { status: string }[] }).deliveries ?? [];
      return delivery?.status === 'DELIVERED' && body;
    });
    expect(event).toMatchObject({ deliveries: [{ attempts: 1, last_status_code: 200 }] });
    expect(receiver.received).toHaveLength(1);
  });
});
