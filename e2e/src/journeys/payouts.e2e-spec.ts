import {
  eventually,
  HostedPayer,
  setupOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const DAY_SECONDS = 86_400;
const AMOUNT = 4_500;
const WAIT = { deadlineMs: 45_000 };

const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  topics = await TopicReader.start(system, ['payout', 'refund']);
  receiver = await system.webhookReceiver();
  const event_types = ['PAYOUT_*', 'PAYMENT_REFUNDED'];
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop'), event_types } });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

/** A tenant with a direct debit who consents to charges without them; the mandate. */
async function tenantsMandate(): Promise<string> {
  const payment_setup_options = {
    future_payments: 'AUTOPAY' as const,
    payment_method_types: ['MANDATE' as const],
  };
  const link = await shop.createPaymentLink({ body: setupOrder({ payment_setup_options }) });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  const mandateId = await payer.debit('012-345678-833');
  const { payment_link_id: id } = link;
  const done = await eventually(async () => {
    const now = await shop.link(id);
    return now.status === 'SETUP_SUCCEEDED' ? now : undefined;
  }, WAIT);
  await shop.updatePaymentUser({
    path: { paymentUserId: done.sender?.user_id ?? '' },
    body: { autopay_consent: true },
  });
  return mandateId;
}

/** A landlord with an account that the bank pays to. */
async function landlordsAccount(): Promise<string> {
  const user = await shop.createPaymentUser({
    body: { name: 'Wong Siu', external_user_id: 'landlord' },
  });
  const account = await shop.createPaymentAccount({
    body: {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: 'Wong Siu',
      institution_id: 'testbank',
      user_id: user.user_id,
      account_number: { type: 'LOCAL', number: '012-345678-866' },
      currencies: ['HKD'],
    },
  });
  return account.account_id;
}

const payout = (id: string) => shop.getPayoutById({ path: { payoutId: id } });

describe('rent that is collected and paid out on a later day', () => {
  it('collected rent reaches the landlord, with webhooks, and its direct debit can be refunded', async () => {
    const mandate_id = await tenantsMandate();
    const recipient_account = { account_id: await landlordsAccount() };
    const { now } = await shop.getTestClock();
    const day = new Date(Date.parse(now) + 2 * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
    const scheduled = await shop.createScheduledPayout({
      headers: { 'Idempotency-Key': 'rent' },
      body: {
        amount: AMOUNT,
        currency: 'HKD',
        recipient_account,
        payment_details: { mandate_id, scheduled_date: day, description: 'Rent' },
      },
    });
    expect([scheduled.status, scheduled.type]).toEqual(['CREATED', 'SCHEDULED']);

    await shop.advanceClock(3 * DAY_SECONDS);
    const { payout_id: id } = scheduled;
    await eventually(async () => (await payout(id)).status === 'EXECUTED', WAIT);
    const events = await topics.events(id, { last: 'payout.executed' });
    expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'payout.created'],
      [2, 'payout.funding_started'],
      [3, 'payout.funded'],
      [4, 'payout.submitted'],
      [5, 'payout.executed'],
    ]);
    const { body: webhook } = await receiver.waitFor(
      ({ body }) => body['event_type'] === 'PAYOUT_EXECUTED',
    );
    expect(webhook).toMatchObject({ payout_id: id });

    const { payments } = await shop.listPayments({ query: { mandate_id } });
    expect(payments).toMatchObject([
      {
        status: 'EXECUTED',
        amount: AMOUNT,
        payment_details: { external_transaction_reference: id },
      },
    ]);

    const paymentId = payments[0]?.payment_id ?? '';
    const refund = await shop.createRefund({
      path: { paymentId },
      headers: { 'Idempotency-Key': 'refund' },
      body: {},
    });
    await topics.events(refund.refund_id, { last: 'refund.executed' });
    const back = await payout(refund.payout_id ?? '');
    const { sender_account } = await shop.getMandate({ path: { mandateId: mandate_id } });
    expect(back).toMatchObject({
      status: 'EXECUTED',
      recipient_account: { account_id: sender_account?.account_id },
    });
    await receiver.waitFor(({ body }) => body['event_type'] === 'PAYMENT_REFUNDED');
  });
});
