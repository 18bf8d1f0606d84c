/** @proves promise-2, promise-15 */
import { topicOf } from '@towpath/contracts';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  produceRaw,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { ParkedMessages } from '../clients/parked-messages.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
const parked = new ParkedMessages(system, 'webhook-dispatch');
let shop: Merchant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(() => receiver.stop());

/** The webhooks about the payment itself, in order of arrival. */
const webhooksOf = (paymentId: string) =>
  receiver.requests
    .filter(({ body }) => body['payment_id'] === paymentId && !isPaid(body))
    .map(({ body }) => [body['sequence'], body['event_type']]);

async function startPayment() {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  const selected = await payer.select();
  const { payment } = await shop.link(link.payment_link_id);
  const paymentId = payment?.payment_id ?? '';
  const pay = async () =>
    payer.submit(selected.attempt_id, await payer.type(selected, 'authorized'));
  return { linkId: link.payment_link_id, paymentId, pay };
}

describe('a poison message in the stream of a payment', () => {
  it('a poison message is parked with its followers, others pass, and a replay restores the order', async () => {
    const poisoned = await startPayment();
    const key = poisoned.paymentId;
    await produceRaw(system.kafkaBrokers, { topic: topicOf('payment'), key, value: '{"oops' });
    const [poison] = await eventually(
      async () => {
        const waiting = await parked.of(key);
        return waiting.length > 0 && waiting;
      },
      { deadlineMs: 30_000, describe: 'the poison to be parked' },
    );
    expect(poison).toMatchObject({ reason: 'UNREADABLE', eventName: null });

    await poisoned.pay();
    const healthy = await startPayment();
    await healthy.pay();
    await receiver.waitFor(
      ({ body }) => body['payment_link_id'] === healthy.linkId && isPaid(body),
    );
    await receiver.waitFor(
      ({ body }) => body['payment_link_id'] === poisoned.linkId && isPaid(body),
    );
    const followers = await eventually(
      async () => {
        const waiting = await parked.of(key);
        return waiting.length === 5 && waiting.slice(1);
      },
      { deadlineMs: 30_000, describe: 'four followers to be parked' },
    );
    expect(followers.map(({ reason, eventName }) => [reason, eventName])).toEqual([
      ['FOLLOWER', 'payment.authorization_started'],
      ['FOLLOWER', 'payment.authorized'],
      ['FOLLOWER', 'payment.submitted'],
      ['FOLLOWER', 'payment.executed'],
    ]);
    await expectBoth(healthy.paymentId);
    expect(webhooksOf(key)).toEqual([]);

    await parked.discard(poison?.id ?? '');
    await parked.replay(followers[0]?.id ?? '');
    await expectBoth(key);
    expect(await parked.of(key)).toEqual([]);
  });
});

async function expectBoth(paymentId: string): Promise<void> {
  await eventually(() => webhooksOf(paymentId).length === 2, {
    deadlineMs: 30_000,
    describe: () =>
      `both webhooks of payment ${paymentId} (came: ${webhooksOf(paymentId).join('; ')})`,
  });
  expect(webhooksOf(paymentId)).toEqual([
    [1, 'PAYMENT_SUBMITTED'],
    [2, 'PAYMENT_EXECUTED'],
  ]);
}

function isPaid(body: Readonly<Record<string, unknown>>): boolean {
  return body['event_type'] === 'PAYMENT_LINK_PAID';
}
