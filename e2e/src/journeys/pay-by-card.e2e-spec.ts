import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import type { WebhookEndpointWithSecretResponse } from '@towpath/contracts/webhook-dispatch';
import { paymentOrder, type Merchant, type WebhookReceiver } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { gatewayLedger } from '../clients/card-gateway.js';
import { isServiceSignatureGood, verifyStandard } from '../clients/signatures.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
let shop: Merchant;
let payers: Payers;
let topics: TopicReader;
let receiver: WebhookReceiver;
let endpoint: WebhookEndpointWithSecretResponse;

beforeAll(async () => {
  shop = await system.newShop();
  payers = await Payers.start();
  topics = await TopicReader.start(system, ['payment-link', 'payment']);
  receiver = await system.webhookReceiver();
  endpoint = await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterEach(() => payers.leave());
afterAll(async () => {
  await Promise.all([payers.stop(), topics.stop(), receiver.stop()]);
});

describe('a payment link, paid by card in a browser', () => {
  let link: PaymentLinkResponse;
  let paymentId: string;

  beforeAll(async () => {
    link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.reads('Own Shop');
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    paymentId = (await shop.link(link.payment_link_id)).payment?.payment_id ?? '';
  });

  it('the paid link is PAID, and its payment EXECUTED', async () => {
    expect(await shop.link(link.payment_link_id)).toMatchObject({
      status: 'PAID',
      session_status: 'COMPLETE',
      payment: { payment_id: paymentId, status: 'EXECUTED', amount: 12_500, currency: 'HKD' },
    });
    expect(await shop.payment(paymentId)).toMatchObject({ status: 'EXECUTED', live: false });
  });

  it('the card is charged once by the gateway', async () => {
    expect(await gatewayLedger(system, shop.customerAppId)).toEqual([
      expect.objectContaining({ payment_id: paymentId, charged: 12_500, refunded: 0, captures: 1 }),
    ]);
  });

  it('the changes of link and payment are published in order on their topics', async () => {
    const events = await topics.events(link.payment_link_id, { last: 'payment_link.paid' });
    expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'payment_link.created'],
      [2, 'payment_link.paid'],
    ]);
    const payment = await topics.events(paymentId, { last: 'payment.executed' });
    expect(payment.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'payment.created'],
      [2, 'payment.authorization_started'],
      [3, 'payment.authorized'],
      [4, 'payment.submitted'],
      [5, 'payment.executed'],
    ]);
  });

  it('the changes are published as CloudEvents without personal data', async () => {
    const [event] = await topics.events(link.payment_link_id, { last: 'payment_link.paid' });
    expect(event?.headers).toMatchObject({
      ce_specversion: '1.0',
      ce_source: '/payment-link',
      ce_type: 'payment_link.created',
      ce_subject: link.payment_link_id,
      'content-type': 'application/json',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/),
    });
    expect(JSON.stringify(event?.payload)).not.toContain('Chan');
  });

  it('the webhooks arrive in order, with signatures that others can verify', async () => {
    const about = (id: string) => receiver.requests.filter(({ body }) => idOf(body) === id);
    const paid = await receiver.waitFor(({ body }) => body['event_type'] === 'PAYMENT_LINK_PAID', {
      deadlineMs: 30_000,
      describe: 'PAYMENT_LINK_PAID',
    });
    expect(paid.body).toMatchObject({
      payment_link_id: link.payment_link_id,
      unique_reference_id: link.unique_reference_id,
      payment_id: paymentId,
      sequence: 1,
      event_id: paid.headers['webhook-id'],
    });
    expect(verifyStandard(paid, endpoint.secret)).toEqual(paid.body);
    expect(await isServiceSignatureGood(shop.api, paid)).toBe(true);
    // Of two resources, either's webhook may come first: order is kept within each.
    await receiver.waitFor(({ body }) => body['event_type'] === 'PAYMENT_EXECUTED', {
      deadlineMs: 30_000,
      describe: 'PAYMENT_EXECUTED',
    });
    expect(about(paymentId).map(({ body }) => [body['sequence'], body['event_type']])).toEqual([
      [1, 'PAYMENT_SUBMITTED'],
      [2, 'PAYMENT_EXECUTED'],
    ]);
  });

  it('the consumer refuses a webhook with a changed body', async () => {
    const paid = await receiver.waitFor(({ body }) => body['event_type'] === 'PAYMENT_LINK_PAID');
    const forged = {
      ...paid,
      rawBody: Buffer.from(paid.rawBody.toString().replace('PAID', 'PAIF')),
    };
    expect(() => verifyStandard(forged, endpoint.secret)).toThrow();
    expect(await isServiceSignatureGood(shop.api, forged)).toBe(false);
  });
});

function idOf(body: Readonly<Record<string, unknown>>): unknown {
  return body['event_type'] === 'PAYMENT_LINK_PAID' ? body['payment_link_id'] : body['payment_id'];
}
