import { jest } from '@jest/globals';
import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { newId, type Id, type PayoutId } from '@towpath/kernel';
import { type PayoutConnector, PayoutRegistry } from '../src/money/payout-banks/ports.js';
import { PayoutConversation } from '../src/processes/payout-orders/payout.conversation.js';
import { send, TestPaymentLink } from './payment-link.fixture.js';
import { answersThatItRejects, OPENING_BALANCE, Payer, PAYOUT_BANK } from './payouts.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const PAID = 12_500;
const WITH_PAYMENT = OPENING_BALANCE + PAID;

let sandbox: TestSandbox;
let mandates: StandInMandates;
let service: TestPaymentLink;
let bank: PayoutConnector;
let payer: Payer;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  mandates = await StandInMandates.start();
  mandates.bankStatus = 'EXECUTED';
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url, mandateUrl: mandates.url });
  bank = service.app.get(PayoutRegistry).get(PAYOUT_BANK);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(async () => {
  payer = await Payer.of(await service.customerApp([]));
  await payer.app.send(`POST /payment_users/${payer.userId}`, { autopay_consent: true });
});
afterEach(async () => {
  jest.restoreAllMocks();
  expect(await payer.findings()).toEqual([]);
});

/** Collected by direct debit from an account of the payer; the payment's ID. */
async function collected(sender_account_id = payer.recipientAccountId): Promise<string> {
  const mandate_id = newId<Id<'Mandate'>>(new Date());
  mandates.records.set(mandate_id, {
    mandate_id,
    payment_method_id: newId<Id<'PaymentMethod'>>(new Date()),
    status: 'SUCCEEDED',
    live: false,
    user_id: payer.userId,
    sender_type: 'INDIVIDUAL',
    recipient_account_id: payer.senderAccountId,
    sender_account_id,
    mandate_details: { currency: 'HKD' },
  });
  const order = { amount: PAID, currency: 'HKD', payment_details: { mandate_id } };
  const { body } = await payer.app.send<PaymentResponse>('POST /payments', order);
  expect(body.status).toBe('EXECUTED');
  return body.payment_id;
}

const refund = (paymentId: string, body: object = {}) =>
  send<RefundResponse & Partial<ErrorEnvelope>>(service.publicUrl, {
    route: `POST /payments/${paymentId}/refunds`,
    token: payer.app.token,
    body,
    headers: { 'idempotency-key': newId<Id<'Key'>>(new Date()) },
  });
const read = async (id: string) =>
  (await payer.app.send<RefundResponse>(`GET /refunds/${id}`)).body;
const paymentOf = async (id: string) =>
  (await payer.app.send<PaymentResponse>(`GET /payments/${id}`)).body;

/** An account of the payer from which the bank takes no payout. */
const closedAccount = () =>
  payer.account({ account_number: { type: 'LOCAL', number: '123-4560002' } });

describe('a refund of a direct debit', () => {
  it('is sent as a payout to the account that paid, and ends with it', async () => {
    const paymentId = await collected();
    const { status, body } = await refund(paymentId, { amount: 2_500, reason: 'one item' });
    expect([status, body]).toMatchObject([
      200,
      { status: 'SUBMITTED', amount: 2_500, reason: 'one item', payout_id: expect.any(String) },
    ]);
    const payoutId = body.payout_id ?? '';
    expect(await payer.read(payoutId)).toMatchObject({
      type: 'ON_DEMAND',
      recipient_account: { account_id: payer.recipientAccountId },
      payment_details: { external_transaction_reference: body.refund_id },
    });
    expect(await payer.balance('settlement')).toBe(WITH_PAYMENT - 2_500);
    expect(await payer.findings()).toEqual([]);
    await payer.ends(payoutId, 'EXECUTED');
    expect((await read(body.refund_id)).status).toBe('EXECUTED');
    expect(await payer.events(body.refund_id)).toEqual(['refund.submitted', 'refund.executed']);
    expect((await paymentOf(paymentId)).amount_refunded).toBe(2_500);
    expect(await payer.transfers(payoutId)).toEqual(['PAYOUT_HOLD', 'PAYOUT']);
    expect((await refund(paymentId)).body.amount).toBe(PAID - 2_500);
  });

  it('fails with its payout, and the amount is left to be refunded', async () => {
    const paymentId = await collected(await closedAccount());
    const { body } = await refund(paymentId);
    await payer.ends(body.payout_id ?? '', 'FAILED');
    const failed = await read(body.refund_id);
    expect([failed.status, failed.error?.error_code]).toEqual([
      'FAILED',
      'PAYMENT_METHOD_DECLINED',
    ]);
    expect(await payer.balance('settlement')).toBe(WITH_PAYMENT);
    expect((await paymentOf(paymentId)).amount_refunded).toBeUndefined();
    expect((await refund(paymentId)).body).toMatchObject({ status: 'SUBMITTED', amount: PAID });
  });

  it('is reversed when the money of its payout comes back', async () => {
    const paymentId = await collected();
    const { body } = await refund(paymentId, { amount: 2_500 });
    const payoutId = (body.payout_id ?? '') as PayoutId;
    await payer.ends(payoutId, 'EXECUTED');
    await sandbox.returnPayout(payoutId);
    const conversation = service.app.get(PayoutConversation);
    for (let times = 0; times < 2; times += 1) {
      await service.transactions.forApp(payer.app.id, (tx) => conversation.makeDue(tx, payoutId));
      await service.dueJobs.runFor(payer.app.id);
    }
    const reversed = await read(body.refund_id);
    expect([reversed.status, reversed.error?.details]).toEqual([
      'REVERSED',
      'The account of the recipient is closed.',
    ]);
    expect(await payer.events(body.refund_id)).toEqual([
      'refund.submitted',
      'refund.executed',
      'refund.reversed',
    ]);
    expect(await payer.transfers(payoutId)).toEqual(['PAYOUT_HOLD', 'PAYOUT', 'PAYOUT_RETURN']);
    expect(await payer.balance('settlement')).toBe(WITH_PAYMENT);
    expect((await paymentOf(paymentId)).amount_refunded).toBeUndefined();
    expect((await refund(paymentId)).body.amount).toBe(PAID);
    expect(await payer.findings()).toEqual([]);
  });

  it('is corrected when its payout went through after all', async () => {
    const paymentId = await collected();
    answersThatItRejects(bank, payer.app.id);
    const { body } = await refund(paymentId);
    const payoutId = (body.payout_id ?? '') as PayoutId;
    await payer.ends(payoutId, 'FAILED');
    const conversation = service.app.get(PayoutConversation);
    await service.transactions.forApp(payer.app.id, (tx) => conversation.makeDue(tx, payoutId));
    await payer.ends(payoutId, 'EXECUTED');
    expect(await read(body.refund_id)).toMatchObject({ status: 'EXECUTED' });
    expect(await payer.events(body.refund_id)).toEqual([
      'refund.submitted',
      'refund.failed',
      'refund.status_corrected',
    ]);
    expect((await refund(paymentId, { amount: 1 })).body.error?.error_code).toBe(
      'REFUND_NOT_ALLOWED',
    );
  });

  it('never gives back more than was paid, with 16 at once', async () => {
    const paymentId = await collected();
    await payer.app.warmUp();
    const asked = Array.from({ length: 16 }, () => refund(paymentId, { amount: 1_000 }));
    const done = (await Promise.all(asked)).filter(({ status }) => status === 200);
    expect(done).toHaveLength(12);
    expect(await payer.balance('settlement')).toBe(WITH_PAYMENT - 12_000);
  });
});

describe('a refused refund of a direct debit leaves nothing behind', () => {
  const refusals: [string, string, () => Promise<unknown>][] = [
    [
      'the account is gone',
      'REFUND_NOT_ALLOWED',
      async () => {
        await payer.app.send(`DELETE /payment_accounts/${payer.recipientAccountId}`);
      },
    ],
    [
      'the money is gone',
      'INSUFFICIENT_BALANCE',
      async () => {
        const recipient_account = { account_id: await payer.account() };
        const { body } = await payer.create({ amount: WITH_PAYMENT, recipient_account });
        await payer.ends(body.payout_id, 'EXECUTED');
      },
    ],
  ];

  it.each(refusals)('when %s: %s', async (_what, code, before) => {
    const paymentId = await collected();
    await before();
    const traces = await payer.traces();
    const { status, body } = await refund(paymentId);
    expect([status, body.error?.error_code]).toEqual([400, code]);
    expect(await payer.traces()).toEqual(traces);
    expect(await payer.app.rows('SELECT 1 FROM refunds')).toEqual([]);
    const left = 'SELECT refunds_total FROM payments';
    expect(await payer.app.rows(left)).toEqual([{ refunds_total: 0 }]);
  });
});
