import {
  eventually,
  HostedPayer,
  paymentOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader, type TopicEvent } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 45_000 };
const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  topics = await TopicReader.start(system, ['payment-link', 'payment', 'mandate']);
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

const numbered = (events: readonly TopicEvent[]) =>
  events.map(({ sequence, name }) => [sequence, name]);

const receiveWebhook = (eventType: string, members: Readonly<Record<string, unknown>>) =>
  receiver.waitFor(
    ({ body }) =>
      body['event_type'] === eventType &&
      Object.entries(members).every(([name, value]) => body[name] === value),
  );

async function opened(): Promise<[string, HostedPayer]> {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  return [link.payment_link_id, await HostedPayer.open(shop.api, link.url ?? '')];
}

describe('a payer of a link who changes between methods', () => {
  it('pays once after card, direct debit and card again, and the draft mandate is closed', async () => {
    const [linkId, payer] = await opened();
    await payer.select('CARD');
    const { mandate_id: mandateId = '' } = await payer.select('MANDATE');
    const abandoned = (await shop.link(linkId)).payment?.payment_id ?? '';
    await payer.pay('authorized');

    const paid = await shop.link(linkId);
    expect(paid).toMatchObject({ status: 'PAID', payment: { type: 'CARD', status: 'EXECUTED' } });
    expect(await gatewayLedger(system, shop.customerAppId)).toMatchObject([
      { payment_id: paid.payment?.payment_id, captures: 1 },
    ]);
    const ofLink = await topics.events(linkId, { last: 'payment_link.paid' });
    expect(numbered(ofLink)).toEqual([
      [1, 'payment_link.created'],
      [2, 'payment_link.mandate_released'],
      [3, 'payment_link.paid'],
    ]);
    expect(ofLink[1]?.payload).toMatchObject({ mandate_id: mandateId, status: 'CREATED' });
    const ofMandate = await topics.events(mandateId, { last: 'mandate.closed' });
    expect(numbered(ofMandate)).toEqual([
      [1, 'mandate.created'],
      [2, 'mandate.closed'],
    ]);
    const ofPayment = await topics.events(abandoned, { last: 'payment.cancelled' });
    expect(ofPayment[0]?.payload).toMatchObject({ type: 'MANDATE', mandate_id: mandateId });
    await receiveWebhook('PAYMENT_LINK_PAID', { payment_link_id: linkId });
    await receiveWebhook('MANDATE_SETUP_CLOSED', { mandate_id: mandateId });
    const webhooks = receiver.requests.filter(({ body }) => body['payment_link_id'] === linkId);
    const types = webhooks.map(({ body }) => body['event_type']);
    expect(types.filter((type) => type === 'PAYMENT_LINK_PAID')).toHaveLength(1);
  });
});

describe('a link by direct debit', () => {
  it('a link paid by direct debit publishes each step from the first choice to the money, in order', async () => {
    const [linkId, payer] = await opened();
    const mandateId = await payer.debit('012-345678-833');
    await eventually(async () => (await shop.link(linkId)).status === 'PAID', WAIT);
    const { payment_id: paymentId = '' } = (await shop.link(linkId)).payment ?? {};
    const ofPayment = await topics.events(paymentId, { last: 'payment.executed' });
    expect(numbered(ofPayment)).toEqual([
      [1, 'payment.created'],
      [2, 'payment.authorization_started'],
      [3, 'payment.authorized'],
      [4, 'payment.submitted'],
      [5, 'payment.executed'],
    ]);
    const [, paidEvent] = await topics.events(linkId, { last: 'payment_link.paid' });
    expect(paidEvent?.payload).toMatchObject({ payment_id: paymentId, mandate_id: mandateId });
    await receiveWebhook('MANDATE_SETUP_SUCCEEDED', { mandate_id: mandateId });
    await receiveWebhook('PAYMENT_EXECUTED', { payment_id: paymentId, mandate_id: mandateId });
    await receiveWebhook('PAYMENT_LINK_PAID', { payment_link_id: linkId, payment_id: paymentId });
    const { status } = await shop.getMandate({ path: { mandateId } });
    expect(status).toBe('SUCCEEDED');
  });
});
