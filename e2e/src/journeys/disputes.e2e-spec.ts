/** @proves createTestDispute, createTestDisputeEvent */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  InvalidDisputeStatusError,
  InvalidRequestError,
  PaymentNotFoundError,
  RefundNotAllowedError,
  type CreateTestDisputeEventRequest,
  type CreateTestDisputeRequest,
  type DisputeResponse,
} from '@towpath/sdk';
import {
  chargebackNotice,
  eventually,
  HostedPayer,
  paymentOrder,
  signedByGw1,
  type WebhookReceiver,
  type Merchant,
  type TestCard,
} from '@towpath/testing';
import { MoneyBooks } from '../clients/money-books.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const CANARY = 'evidence-canary-7310';

const system = RunningSystem.open();
const books = new MoneyBooks(system);
let shop: Merchant;
let topics: TopicReader;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop({ currencies: ['HKD', 'USD', 'SGD'] });
  topics = await TopicReader.start(system, ['dispute']);
  receiver = await system.webhookReceiver();
  await shop.createWebhookEndpoint({
    body: { url: receiver.url('/shop'), event_types: ['DISPUTE_*'] },
  });
});
afterAll(() => Promise.all([topics.stop(), receiver.stop()]));

/** The ID of a payment that a payer made by card. */
async function paid(card: TestCard, currency = 'HKD'): Promise<string> {
  const link = await shop.createPaymentLink({ body: paymentOrder({ currency }) });
  await (await HostedPayer.open(shop.api, link.url ?? '')).pay(card);
  return (await shop.link(link.payment_link_id)).payment?.payment_id ?? '';
}

const open = (body: CreateTestDisputeRequest) => shop.createTestDispute({ body });

const decide = (disputeId: string, event: CreateTestDisputeEventRequest['event']) =>
  shop.createTestDisputeEvent({ path: { disputeId }, body: { event } });

function disputeOf(paymentId: string): Promise<DisputeResponse> {
  return eventually(async () => {
    const { disputes } = await shop.listDisputes();
    return disputes.find((each) => each.payment_id === paymentId);
  });
}

const payment = (paymentId: string) => shop.payment(paymentId);

const webhookOf = (disputeId: string, eventType: string) =>
  receiver.waitFor(
    ({ body }) => body['dispute_id'] === disputeId && body['event_type'] === eventType,
  );

describe("a cardholder's dispute", () => {
  it.each([
    ['HKD', 'GW1'],
    ['USD', 'GW2'],
    ['SGD', 'GW4'],
  ])('in %s is opened at %s with all data of the processor', async (currency, processor) => {
    const paymentId = await paid('disputed', currency);
    const dispute = await disputeOf(paymentId);
    expect(dispute).toMatchObject({
      dispute_status: 'ACTION_REQUIRED',
      amount: 12_500,
      currency,
      payment_processor: processor,
      is_defendable: true,
      is_auto_defended: false,
      last_event_name: 'CHARGEBACK',
      payment_processor_dispute_code: '10.4',
      payment_reference: expect.stringMatching(/^INV-/),
      arn: expect.stringMatching(/^\d{23}$/),
      card_details: { brand: expect.any(String) },
    });
    const { body } = await webhookOf(dispute.dispute_id, 'DISPUTE_CREATED');
    expect(body).toMatchObject({
      payment_id: paymentId,
      customer_app_id: shop.customerAppId,
      last_event_name: 'CHARGEBACK',
      external_user_id: expect.stringMatching(/^payer-/),
    });
    expect(await payment(paymentId)).toMatchObject({ status: 'EXECUTED' });
  });

  it('a final chargeback is UNDEFENDED, and can only be lost', async () => {
    const { dispute_id: disputeId, ...dispute } = await disputeOf(await paid('disputedForGood'));
    expect(dispute).toMatchObject({ dispute_status: 'UNDEFENDED', is_defendable: false });
    await expect(decide(disputeId, 'WON')).rejects.toThrow(InvalidDisputeStatusError);
    expect((await decide(disputeId, 'LOST')).dispute_status).toBe('LOST');
  });
});

describe('a dispute that the shop answers', () => {
  /** Larger than bodies of other operations may be. */
  const receipt = new File(['%PDF-1.7', CANARY, 'x'.repeat(2_000_000)], `${CANARY}.pdf`);

  it('a dispute with evidence is decided by the issuer, and may be contested again', async () => {
    const { dispute_id: disputeId } = await disputeOf(await paid('disputed'));
    const path = { disputeId };
    const added = await shop.addDisputeEvidence({ path, body: { file: receipt } });
    expect(added).toMatchObject({ size: receipt.size });
    expect((await shop.submitDispute({ path })).dispute_status).toBe('PROCESSING');
    expect((await decide(disputeId, 'WON')).dispute_status).toBe('WON');
    const again = await decide(disputeId, 'SECOND_CHARGEBACK');
    expect(again.dispute_status).toBe('ACTION_REQUIRED');
    expect((await shop.acceptDispute({ path })).dispute_status).toBe('ACCEPTED');
    const events = await topics.events(disputeId, { last: 'dispute.accepted' });
    expect(events.map(({ name }) => name)).toEqual([
      'dispute.chargeback_received',
      'dispute.defended',
      'dispute.won',
      'dispute.reopened',
      'dispute.accepted',
    ]);
    const { body: webhook } = await webhookOf(disputeId, 'DISPUTE_UPDATED');
    expect(JSON.stringify([events, webhook])).not.toContain(CANARY);
    expect(logsWith(CANARY)).toEqual([]);
  });
});

/** Names of the logs that have the text. */
function logsWith(text: string): string[] {
  const folder = join(system.dataDir, 'logs');
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'));
  expect(names).toContain('dispute.log');
  return names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(text));
}

describe('the money of a disputed payment', () => {
  const HELD = ['DISPUTE_FEE_HOLD 1500', 'DISPUTE_HOLD 12500'];
  const kept = (transfers: readonly string[]) =>
    transfers.map((text) => text.replace(/ \w+ -> \w+$/, '')).filter((text) => /^DISP/.test(text));
  const move = async (paymentId: string, expected: readonly string[]) => {
    let found: string[] = [];
    await eventually(
      async () => {
        found = kept(await books.transfers(paymentId));
        return found.join() === expected.join();
      },
      { describe: () => `${expected.join()}: ${found.join()}` },
    );
  };

  it('disputed money is released on a win, held again on a second chargeback, and lost once', async () => {
    const paymentId = await paid('authorized');
    const { dispute_id: disputeId } = await open({ payment_id: paymentId });
    await move(paymentId, HELD);
    const { dispute_id: shown } = await payment(paymentId);
    expect(shown).toBe(disputeId);
    await decide(disputeId, 'WON');
    const won = [...HELD, 'DISPUTE_FEE_RELEASE 1500', 'DISPUTE_RELEASE 12500'];
    await move(paymentId, won);
    await decide(disputeId, 'SECOND_CHARGEBACK');
    await move(paymentId, [...won, ...HELD]);
    await decide(disputeId, 'LOST');
    await move(paymentId, [...won, ...HELD, 'DISPUTE_FEE 1500', 'DISPUTE_LOSS 12500']);
  });

  it('disputed money is held only up to what was not refunded, and cannot be refunded meanwhile', async () => {
    const paymentId = await paid('authorized');
    const refund = (amount: number) => shop.createRefund({ path: { paymentId }, body: { amount } });
    const { status } = await refund(12_000);
    expect(status).toMatch(/^(SUBMITTED|EXECUTED)$/);
    await eventually(async () => (await payment(paymentId)).amount_refunded === 12_000);
    const { dispute_id: disputeId } = await open({ payment_id: paymentId });
    await move(paymentId, ['DISPUTE_FEE_HOLD 1500', 'DISPUTE_HOLD 500']);
    await expect(refund(1)).rejects.toThrow(RefundNotAllowedError);
    await decide(disputeId, 'LOST');
    await move(paymentId, [
      'DISPUTE_FEE_HOLD 1500',
      'DISPUTE_HOLD 500',
      'DISPUTE_FEE 1500',
      'DISPUTE_LOSS 500',
    ]);
  });

  it('disputed money is held as a whole when the dispute is in another currency', async () => {
    const paymentId = await paid('authorized');
    const { customerAppId } = shop;
    const reference = `other-currency-${paymentId}`;
    const notice = {
      ...chargebackNotice({ customerAppId, paymentId, reference }),
      currency: 'USD',
    };
    const { body, headers } = signedByGw1(
      { ...notice, amount: 900 },
      system.layout.sandboxGatewaySecret,
    );
    const answer = await fetch(`${system.baseUrl}/notifications/gw1`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(200);
    expect(await disputeOf(paymentId)).toMatchObject({ amount: 900, currency: 'USD' });
    await move(paymentId, HELD);
  });
});

describe('the testing operations', () => {
  it('a testing operation moves a dispute through a win to a second chargeback, one event per step', async () => {
    const paymentId = await paid('authorized');
    const { dispute_id: disputeId } = await open({ payment_id: paymentId, amount: 2_500 });
    expect(await decide(disputeId, 'WON')).toMatchObject({
      dispute_status: 'WON',
      amount: 2_500,
    });
    const again = await decide(disputeId, 'SECOND_CHARGEBACK');
    expect(again).toMatchObject({
      dispute_status: 'ACTION_REQUIRED',
      last_event_name: 'SECOND_CHARGEBACK',
    });
    expect((await decide(disputeId, 'ACCEPTED')).dispute_status).toBe('ACCEPTED');
    const events = await topics.events(disputeId, { last: 'dispute.accepted' });
    expect(events.map(({ name, sequence }) => [sequence, name])).toEqual([
      [1, 'dispute.chargeback_received'],
      [2, 'dispute.defended'],
      [3, 'dispute.won'],
      [4, 'dispute.reopened'],
      [5, 'dispute.accepted'],
    ]);
  });

  it('a testing operation refuses payments that cannot be disputed', async () => {
    const paymentId = await paid('authorized');
    const unknown = open({ payment_id: shop.customerAppId });
    await expect(unknown).rejects.toThrow(PaymentNotFoundError);
    const tooMuch = open({ payment_id: paymentId, amount: 12_501 });
    await expect(tooMuch).rejects.toThrow(InvalidRequestError);
  });
});

describe('the deadline of a dispute', () => {
  it('the deadline of a dispute sends three reminders, passes, and leaves it UNDEFENDED', async () => {
    const merchant = await system.newShop();
    await merchant.createWebhookEndpoint({
      body: { url: receiver.url('/deadline'), event_types: ['DISPUTE_*'] },
    });
    const link = await merchant.createPaymentLink({ body: paymentOrder() });
    await (await HostedPayer.open(merchant.api, link.url ?? '')).pay('authorized');
    const { payment: made } = await merchant.link(link.payment_link_id);
    const { dispute_id: disputeId } = await merchant.createTestDispute({
      body: { payment_id: made?.payment_id ?? '' },
    });
    await merchant.advanceClock(14 * 86_400 + 60);
    const { disputes } = await merchant.listDisputes({ query: { statuses: ['UNDEFENDED'] } });
    expect(disputes.map((each) => each.dispute_id)).toEqual([disputeId]);
    const events = await topics.events(disputeId, { last: 'dispute.deadline_passed' });
    expect(events.map(({ name }) => name)).toEqual([
      'dispute.chargeback_received',
      'dispute.deadline_approaching',
      'dispute.deadline_approaching',
      'dispute.deadline_approaching',
      'dispute.deadline_passed',
    ]);
    await webhookOf(disputeId, 'DISPUTE_DEADLINE_APPROACHING');
    await webhookOf(disputeId, 'DISPUTE_UPDATED');
  });
});
