import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { HostedPayer, setupOrder, WebhookReceiver, type Merchant } from '@towpath/testing';
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
  receiver = await WebhookReceiver.start();
  await shop.subscribe({ url: receiver.url('/shop') });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

const consent = (userId: string, autopay_consent: boolean) =>
  shop.call({ method: 'POST', path: `/payment_users/${userId}`, body: { autopay_consent } });

const charge = <T = PaymentResponse>(methodId: string, key: string) =>
  shop.send<T>({
    method: 'POST',
    path: '/payments',
    headers: { 'idempotency-key': key },
    body: {
      amount: 4_500,
      currency: 'HKD',
      payment_method_id: methodId,
      payment_details: { description: 'Second month' },
    },
  });

describe('a stored card', () => {
  it('a stored card is charged without the payer, once per key, while the payer consents', async () => {
    const link = await shop.createLink(
      setupOrder({ payment_setup_options: { future_payments: 'AUTOPAY' } }),
    );
    await (await HostedPayer.open(shop.api, link.url ?? '')).pay('authorized');
    const { payment_method: method, sender } = await shop.link(link.payment_link_id);
    const methodId = method?.payment_method_id ?? '';
    const userId = sender?.user_id ?? '';

    await consent(userId, true);
    const first = await charge(methodId, 'month-2');
    const copy = await charge(methodId, 'month-2');
    expect(first.body).toMatchObject({ status: 'EXECUTED', payment_method_id: methodId });
    expect([copy.text, copy.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const paymentId = first.body.payment_id;
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
    const refused = await charge<{ error: { error_code: string } }>(methodId, 'month-3');
    expect([refused.status, refused.body.error.error_code]).toEqual([
      400,
      'AUTOPAY_CONSENT_REQUIRED',
    ]);
    expect(await gatewayLedger(system, shop.customerAppId)).toHaveLength(1);
  });
});
