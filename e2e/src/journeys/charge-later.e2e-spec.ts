import { AutopayConsentRequiredError } from '@towpath/sdk';
import { HostedPayer, setupOrder, type Merchant, type WebhookReceiver } from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  topics = await TopicReader.start(system, ['payment']);
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

const consent = (userId: string, autopay_consent: boolean) =>
  shop.updatePaymentUser({ path: { paymentUserId: userId }, body: { autopay_consent } });

const order = (methodId: string, key: string) => ({
  headers: { 'Idempotency-Key': key },
  body: {
    amount: 4_500,
    currency: 'HKD',
    payment_method_id: methodId,
    payment_details: { description: 'Second month' },
  },
});

describe('a stored card', () => {
  it('a stored card is charged without the payer, once per key, while the payer consents', async () => {
    const link = await shop.createPaymentLink({
      body: setupOrder({ payment_setup_options: { future_payments: 'AUTOPAY' } }),
    });
    await (await HostedPayer.open(shop.api, link.url ?? '')).pay('authorized');
    const { payment_method: method, sender } = await shop.link(link.payment_link_id);
    const methodId = method?.payment_method_id ?? '';
    const userId = sender?.user_id ?? '';

    await consent(userId, true);
    const first = await shop.createPayment(order(methodId, 'month-2'));
    const request = { method: 'POST', path: '/payments', ...order(methodId, 'month-2') };
    const copy = await shop.send(request);
    expect(first).toMatchObject({ status: 'EXECUTED', payment_method_id: methodId });
    expect([copy.body, copy.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
    const paymentId = first.payment_id;
    expect(await gatewayLedger(system, shop.customerAppId)).toEqual([
      expect.objectContaining({ payment_id: paymentId, charged: 4_500, captures: 1 }),
    ]);

    const events = await topics.events(paymentId, { last: 'payment.executed' });
    expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'payment.created'],
      [2, 'payment.submitted'],
      [3, 'payment.executed'],
    ]);
    const { body: webhook } = await receiver.waitFor(
      ({ body }) => body['event_type'] === 'PAYMENT_EXECUTED',
    );
    expect(webhook).toMatchObject({ payment_id: paymentId, payment_method_id: methodId });

    await consent(userId, false);
    const refused = shop.createPayment(order(methodId, 'month-3'));
    await expect(refused).rejects.toThrow(AutopayConsentRequiredError);
    expect(await gatewayLedger(system, shop.customerAppId)).toHaveLength(1);
  });
});
