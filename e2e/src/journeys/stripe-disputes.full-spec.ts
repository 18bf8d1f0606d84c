import type { DisputeResponse } from '@towpath/sdk';
import { eventually, type WebhookReceiver } from '@towpath/testing';
import { MoneyBooks } from '../clients/money-books.js';
import { StripeMerchant } from '../clients/stripe-merchant.js';
import { RunningSystem } from '../system/running-system.js';

const CONTESTED = '4000000000000259';
const ASKED_ABOUT = '4000000000001976';
const PAID = 12_500;
/** Of a charge, and of a dispute. */
const FEES = { charge: 660, dispute: 1_500 };

const system = RunningSystem.open();
const books = new MoneyBooks(system);
let merchant: StripeMerchant;
let receiver: WebhookReceiver;
let begin: string;

beforeAll(async () => {
  begin = new Date().toISOString();
  merchant = await StripeMerchant.open(system);
  receiver = await system.webhookReceiver();
  await merchant.shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterAll(() => receiver.stop());

interface Balances {
  readonly balances: readonly { readonly ledger_account: string; readonly balance: number }[];
}

const get = (id: string) => merchant.shop.getDispute({ path: { disputeId: id } });
const submit = (disputeId: string) => merchant.shop.submitDispute({ path: { disputeId } });
const atStripe = ({ payment_processor_dispute_reference: id = '' }: DisputeResponse) => id;

/** All open questions are asked now, and what Stripe settled is read. */
async function resolve(): Promise<void> {
  const resolved = await merchant.operates('restore', ['resolve', '--since', begin]);
  expect(resolved).toEqual({ unasked: 0, silent: [], unheard: [], unknown: [] });
}

async function disputeOf(paymentId: string): Promise<DisputeResponse> {
  return eventually(async () => {
    const { disputes } = await merchant.shop.listDisputes();
    return disputes.find((each) => each.payment_id === paymentId);
  });
}

/** The bank decides at Stripe, whose event says so to the service. */
async function decided(dispute: DisputeResponse, atBank: string, ours: string) {
  await merchant.decide({ id: atStripe(dispute), status: atBank });
  await reaches(dispute, ours);
}

async function reaches({ dispute_id: id }: DisputeResponse, status: string): Promise<void> {
  await eventually(async () => (await get(id)).dispute_status === status, {
    describe: () => `${id} is ${status}`,
  });
}

async function upload({ dispute_id: id }: DisputeResponse, text: string): Promise<void> {
  const file = new File([`%PDF-1.7 ${text}`], `${text}.pdf`);
  await merchant.shop.addDisputeEvidence({ path: { disputeId: id }, body: { file } });
}

const filesAtStripe = async (dispute: DisputeResponse) => {
  const { evidence, evidence_details: details } = await merchant.dispute(atStripe(dispute));
  const files = JSON.stringify(evidence).match(/file_\w+/g) ?? [];
  return [files.length, details.submission_count];
};

/** What moved for a payment, oldest first. */
async function moved(paymentId: string, expected: readonly string[]): Promise<void> {
  let found: string[] = [];
  const isThere = async () => {
    found = await books.transfers(paymentId);
    return found.join() === expected.join();
  };
  await eventually(isThere, { describe: () => `${expected.join()}: ${found.join()}` });
}

const COLLECTED = `PAYMENT ${PAID} clearing -> at_processor`;
const HELD = `DISPUTE_HOLD ${PAID} at_processor -> disputed`;
const RELEASED = `DISPUTE_RELEASE ${PAID} disputed -> at_processor`;
const LOST = `DISPUTE_LOSS ${PAID} disputed -> clearing`;
const TAKEN_BACK = `DISPUTE_LOSS_REVERSAL ${PAID} clearing -> at_processor`;

/** Names of the webhooks about a dispute with its statuses, in the order of their events. */
const webhooksOf = async (dispute: DisputeResponse, count: number) => {
  const own = () =>
    receiver.requests.filter(({ body }) => body['dispute_id'] === dispute.dispute_id);
  await eventually(() => own().length >= count, { describe: () => `${own().length} webhooks` });
  return new Set(
    own().map(({ body }) => `${String(body['event_type'])} ${String(body['last_event_name'])}`),
  );
};

async function remainsPaid({ paymentId, linkId }: { paymentId: string; linkId: string }) {
  const [payment, link] = await Promise.all([
    merchant.shop.payment(paymentId),
    merchant.shop.link(linkId),
  ]);
  expect([payment.status, link.status]).toEqual(['EXECUTED', 'PAID']);
  return payment;
}

describe('a chargeback at Stripe', () => {
  it('is defended with evidence that is submitted once, and won', async () => {
    const sale = await merchant.sell(CONTESTED);
    const dispute = await disputeOf(sale.paymentId);
    expect(dispute).toMatchObject({
      dispute_status: 'ACTION_REQUIRED',
      amount: PAID,
      currency: 'HKD',
      is_defendable: true,
      last_event_name: 'CHARGEBACK',
      payment_processor: 'GW4',
      payment_processor_dispute_status: 'needs_response',
    });
    await moved(sale.paymentId, [COLLECTED, HELD]);
    expect((await remainsPaid(sale)).dispute_id).toBe(dispute.dispute_id);

    await upload(dispute, 'order');
    await upload(dispute, 'delivery');
    expect(await filesAtStripe(dispute)).toEqual([0, 0]);
    // Stripe has the draft, and we do not know that.
    await merchant.lose('POST disputes/*');
    expect((await submit(dispute.dispute_id)).dispute_status).toBe('ACTION_REQUIRED');
    expect(await filesAtStripe(dispute)).toEqual([2, 0]);
    await resolve();
    await reaches(dispute, 'PROCESSING');
    expect(await filesAtStripe(dispute)).toEqual([2, 1]);

    await decided(dispute, 'won', 'WON');
    await moved(sale.paymentId, [COLLECTED, HELD, RELEASED]);
    await remainsPaid(sale);
    expect(await webhooksOf(dispute, 3)).toEqual(
      new Set([
        'DISPUTE_CREATED CHARGEBACK',
        'DISPUTE_UPDATED EVIDENCE_RECEIVED',
        'DISPUTE_UPDATED WON',
      ]),
    );
  });

  it('is lost, and won by an appeal', async () => {
    const sale = await merchant.sell(CONTESTED);
    const dispute = await disputeOf(sale.paymentId);
    await upload(dispute, 'order');
    expect((await submit(dispute.dispute_id)).dispute_status).toBe('PROCESSING');
    await decided(dispute, 'lost', 'LOST');
    await moved(sale.paymentId, [COLLECTED, HELD, LOST]);
    await remainsPaid(sale);

    await decided(dispute, 'appeal_needs_response', 'ACTION_REQUIRED');
    await moved(sale.paymentId, [COLLECTED, HELD, LOST, HELD, TAKEN_BACK]);
    await upload(dispute, 'appeal');
    expect((await submit(dispute.dispute_id)).dispute_status).toBe('PROCESSING');
    expect(await filesAtStripe(dispute)).toEqual([2, 2]);
    await decided(dispute, 'won', 'WON');
    await moved(sale.paymentId, [COLLECTED, HELD, LOST, HELD, TAKEN_BACK, RELEASED]);
  });
});

describe('an inquiry at Stripe', () => {
  it('holds no money, and ends as WON', async () => {
    const sale = await merchant.sell(ASKED_ABOUT);
    const dispute = await disputeOf(sale.paymentId);
    expect(dispute).toMatchObject({
      dispute_status: 'ACTION_REQUIRED',
      amount: 0,
      last_event_name: 'INQUIRY',
    });
    await upload(dispute, 'answer');
    expect((await submit(dispute.dispute_id)).dispute_status).toBe('PROCESSING');
    await decided(dispute, 'warning_closed', 'WON');
    await moved(sale.paymentId, [COLLECTED]);
  });

  it('holds the money once it is a chargeback, which the merchant accepts', async () => {
    const sale = await merchant.sell(ASKED_ABOUT);
    const dispute = await disputeOf(sale.paymentId);
    await merchant.decide({ id: atStripe(dispute), status: 'needs_response' });
    await eventually(async () => (await get(dispute.dispute_id)).amount === PAID);
    await moved(sale.paymentId, [COLLECTED, HELD]);
    const path = { disputeId: dispute.dispute_id };
    expect((await merchant.shop.acceptDispute({ path })).dispute_status).toBe('ACCEPTED');
    await moved(sale.paymentId, [COLLECTED, HELD, LOST]);
    await remainsPaid(sale);
  });
});

// The last one: what all payments above cost.
it('fees, withdrawals and returns of disputes are what Stripe settles, and the books agree', async () => {
  await resolve();
  const none = { differences: [] };
  expect(await merchant.operates('reconciliation', ['list'])).toEqual(none);
  expect(await merchant.operates('reconciliation', ['disputes'])).toEqual(none);
  expect(await merchant.operates('ledger', ['verify'])).toMatchObject({ findings: [] });
  const { ours, theirs } = await merchant.fees();
  expect(ours).toEqual(theirs);
  // Four charges and three chargebacks; one was lost in the end.
  const left = 3 * PAID - 4 * FEES.charge - 3 * FEES.dispute;
  const { balances } = (await merchant.operates('ledger', ['balances'])) as Balances;
  const kinds = balances.map(({ ledger_account: name, balance }) => [name.split(':')[0], balance]);
  expect(Object.fromEntries(kinds)).toMatchObject({ at_processor: left, disputed: 0 });
});
