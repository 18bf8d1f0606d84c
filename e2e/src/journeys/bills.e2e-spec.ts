import type { BillResponse, CreateTestBillRequest } from '@towpath/sdk';
import {
  eventually,
  HostedPayer,
  setupOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const DAY_SECONDS = 86_400;

const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  topics = await TopicReader.start(system, ['bill']);
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({
    body: { url: receiver.url('/shop'), event_types: ['BILL_*'] },
  });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

/** A payer with a stored card, who consents to charges without them. */
async function tenant(): Promise<string> {
  const options = { payment_setup_options: { future_payments: 'AUTOPAY' } } as const;
  const link = await shop.createPaymentLink({ body: setupOrder(options) });
  await (await HostedPayer.open(shop.api, link.url ?? '')).pay('authorized');
  const { sender } = await shop.link(link.payment_link_id);
  await shop.updatePaymentUser({
    path: { paymentUserId: sender?.user_id ?? '' },
    body: { autopay_consent: true },
  });
  return sender?.external_user_id ?? '';
}

function arrives(externalUserId: string, dueAt: Date): Promise<BillResponse> {
  const body: CreateTestBillRequest = {
    external_user_id: externalUserId,
    bill_date: new Date().toISOString(),
    due_date: dueAt.toISOString(),
    status: 'UNPAID',
    details: { total_amount_due: 4_500, currency: 'HKD', bill_reference_id: 'RENT-MARCH' },
    sender_details: { name: 'Chan Tai Man' },
    integration_metadata: { integration_id: 'EXT' },
    is_autopay_eligible: true,
    metadata: { unit: '12A' },
  };
  return shop.createTestBill({ body });
}

const read = (billId: string) => shop.getBill({ path: { billId } });

describe('a bill with autopay', () => {
  it('a bill with autopay is charged once on its due date, with a webhook', async () => {
    const externalUserId = await tenant();
    const bill = await arrives(externalUserId, new Date(Date.now() + 3 * DAY_SECONDS * 1_000));
    await shop.advanceClock(2 * DAY_SECONDS);
    expect(await read(bill.bill_id)).toMatchObject({ status: 'UNPAID', payments: [] });
    await shop.advanceClock(2 * DAY_SECONDS);
    const paid = await eventually(async () => {
      const now = await read(bill.bill_id);
      return now.status === 'PAID' ? now : undefined;
    });
    expect(paid.payments).toMatchObject([{ status: 'EXECUTED', amount: 4_500 }]);
    const events = await topics.events(bill.bill_id, { last: 'bill.paid' });
    expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'bill.created'],
      [2, 'bill.paid'],
    ]);
    for (const event_type of ['BILL_CREATED', 'BILL_PAID']) {
      const { body } = await receiver.waitFor(
        ({ body: webhook }) => webhook.event_type === event_type,
      );
      expect(body).toMatchObject({
        bill_id: bill.bill_id,
        external_user_id: externalUserId,
        metadata: { unit: '12A' },
      });
    }
    expect(await gatewayLedger(system, shop.customerAppId)).toEqual([
      expect.objectContaining({ charged: 4_500, captures: 1 }),
    ]);
  });
});
