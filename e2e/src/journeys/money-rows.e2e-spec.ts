import type { SandboxApp } from '@towpath/local-system';
import { RefundNotAllowedError, type PaymentResponse } from '@towpath/sdk';
import {
  HostedPayer,
  paymentOrder,
  setupOrder,
  type WebhookReceiver,
  type Merchant,
  type TestCard,
} from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const PAID = 12_500;

const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  topics = await TopicReader.start(system, ['payment', 'payout', 'refund']);
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

/** A link of 125.00, paid by a card; its payment. */
async function paid(card: TestCard, by = shop): Promise<PaymentResponse> {
  const link = await by.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(by.api, link.url ?? '');
  const { body } = await payer.pay(card);
  expect(body.status).toBe('PAID');
  const { payment } = await by.link(link.payment_link_id);
  return by.payment(payment?.payment_id ?? '');
}

const receiveWebhook = (type: string, id: string) =>
  receiver.waitFor(({ body }) => body.event_type === type && Object.values(body).includes(id), {
    describe: `${type} of ${id}`,
  });

/** What an operator's command proves; it fails when the books are wrong. */
const booksAreRight = () => system.cli(['ledger', 'verify', '--customer-app', shop.customerAppId]);

describe('cards of each scheme', () => {
  it.each<[TestCard, string, string]>([
    ['mastercard', 'Mastercard', '4444'],
    ['americanExpress', 'American Express', '0005'],
    ['jcb', 'JCB', '0000'],
    ['unionPay', 'UnionPay', '0005'],
  ])('the card %s pays, and is shown as %s', async (card, brand, last4) => {
    const payment = await paid(card);
    expect(payment).toMatchObject({ status: 'EXECUTED', amount: PAID });
    expect(JSON.stringify(payment)).toContain(`"brand":"${brand}"`);
    expect(JSON.stringify(payment)).toContain(`"last4":"${last4}"`);
    await receiveWebhook('PAYMENT_EXECUTED', payment.payment_id);
  });
});

describe('a card whose later charges fail', () => {
  it('a card whose later charges fail is stored, and its charge is a failed payment with a webhook', async () => {
    const link = await shop.createPaymentLink({
      body: setupOrder({ payment_setup_options: { future_payments: 'AUTOPAY' } }),
    });
    await (await HostedPayer.open(shop.api, link.url ?? '')).pay('laterChargesFail');
    const { payment_method: method, sender } = await shop.link(link.payment_link_id);
    await shop.updatePaymentUser({
      path: { paymentUserId: sender?.user_id ?? '' },
      body: { autopay_consent: true },
    });
    const payment = await shop.createPayment({
      body: {
        amount: 4_500,
        currency: 'HKD',
        payment_method_id: method?.payment_method_id ?? '',
        payment_details: { description: 'Second month' },
      },
    });
    expect(payment).toMatchObject({
      status: 'FAILED',
      error: { error_code: 'PAYMENT_METHOD_DECLINED' },
    });
    const events = await topics.events(payment.payment_id, { last: 'payment.failed' });
    expect(events.map(({ name }) => name)).toEqual(['payment.created', 'payment.failed']);
    await receiveWebhook('PAYMENT_FAILED', payment.payment_id);
  });
});

describe('a card payment that is given back', () => {
  it('a card payment is refunded in two parts, one webhook each, never above what was paid', async () => {
    const { payment_id: paymentId } = await paid('authorized');
    const refund = (amount: number) => shop.createRefund({ path: { paymentId }, body: { amount } });
    for (const part of [await refund(5_000), await refund(7_500)]) {
      const events = await topics.events(part.refund_id, { last: 'refund.executed' });
      expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
        [1, 'refund.submitted'],
        [2, 'refund.executed'],
      ]);
    }
    await expect(refund(1)).rejects.toThrow(RefundNotAllowedError);
    await receiveWebhook('PAYMENT_REFUNDED', paymentId);
    const entries = await gatewayLedger(system, shop.customerAppId);
    expect(entries).toContainEqual(
      expect.objectContaining({ payment_id: paymentId, charged: PAID, refunded: PAID }),
    );
    await booksAreRight();
  });
});

describe('a payout that the bank of the recipient rejects', () => {
  it("a payout that the recipient's bank rejects fails with a webhook, and can be repeated", async () => {
    const own = await system.newShop({ name: 'Paying Shop' });
    await own.createWebhookEndpoint({ body: { url: receiver.url('/paying') } });
    await paid('authorized', own);
    const [sender] = (own.credentials as SandboxApp).settlement_accounts;
    const user = await own.createPaymentUser({
      body: { name: 'Wong Siu', external_user_id: 'supplier' },
    });
    const account = await own.createPaymentAccount({
      body: {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: 'Wong Siu',
        institution_id: 'testbank',
        user_id: user.user_id,
        account_number: { type: 'LOCAL', number: '123-4560002' },
        currencies: ['HKD'],
      },
    });
    const order = {
      amount: PAID,
      currency: 'HKD',
      confirm: true,
      payment_details: { description: 'Invoice 7', external_transaction_reference: 'INV-7' },
      sender_account: { account_id: sender?.account_id ?? '' },
      recipient_account: { account_id: account.account_id },
    };
    const { payout_id: id } = await own.createPayout({ body: order });
    await topics.events(id, { last: 'payout.failed' });
    const failed = await own.getPayoutById({ path: { payoutId: id } });
    expect(failed).toMatchObject({ status: 'FAILED', error: { error_code: expect.any(String) } });
    await receiveWebhook('PAYOUT_FAILED', id);
    const again = await own.createPayout({ body: order });
    await topics.events(again.payout_id, { last: 'payout.failed' });
    await system.cli(['ledger', 'verify', '--customer-app', own.customerAppId]);
  });
});
