/** @proves updateTestPaymentStatus, createTestIncomingTransfer */
import type { ErrorEnvelope, IncomingTransferResponse } from '@towpath/contracts';
import type { HostedView, PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import type { PaymentAccountId } from '@towpath/kernel';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

type Arrived = IncomingTransferResponse & ErrorEnvelope;

const DUE = 12_500;
const NO_MONEY = [0, 0, 0, 0];
const nobody = {} as TestSandbox;

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = (await app.settlementAccount('HKD')) as PaymentAccountId;
});
afterEach(async () => {
  const verify = service.app.get(LedgerVerificationReads, { strict: false });
  expect(await verify.verify(app.id)).toEqual([]);
});

interface Waiting {
  readonly payer: Payer;
  readonly attemptId: string;
  readonly reference: string;
  readonly paymentId: string;
}

const choose = (payer: Payer, type = 'MANUAL') =>
  payer.call<{ attempt_id: string }>('POST /select_payment_method', {
    payment_account_id: accountId,
    payment_method_type: type,
  });

/** A payer who has the instructions for a transfer. */
async function waiting(members: object = {}): Promise<Waiting> {
  const payer = await Payer.of(app, nobody, linkBody(members));
  const { body } = await choose(payer);
  const { attempt } = await payer.view();
  const { payment } = await payer.readLink();
  return {
    payer,
    attemptId: body.attempt_id,
    reference: attempt?.transfer?.reference ?? '',
    paymentId: payment?.payment_id ?? '',
  };
}

const arrive = (reference: string | undefined, amount = DUE, currency = 'HKD') =>
  app.send<Arrived>('POST /testing/incoming_transfers', { reference, amount, currency });
const execute = (paymentId: string) =>
  app.send<ErrorEnvelope>(`POST /testing/payments/${paymentId}/status`, { status: 'EXECUTED' });
const payment = async (id: string) => (await app.send<PaymentResponse>(`GET /payments/${id}`)).body;
const refundsOf = async (id: string) =>
  (await app.send<{ refunds: RefundResponse[] }>(`GET /payments/${id}/refunds`)).body.refunds;
/** In full-width characters. */
const wide = (text: string) =>
  [...text].map((each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)).join('');
const codeOf = ({ body }: { readonly body: ErrorEnvelope }) => body.error?.error_code;

/** What the customer app is owed, what is going back, what nobody knows, what clears. */
function books(): Promise<number[]> {
  const balance = service.app.get(LedgerReads, { strict: false });
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'UNEXPECTED', 'UNMATCHED', 'CLEARING'];
  return service.transactions.forApp(app.id, async (tx) => {
    const balances: number[] = [];
    for (const kind of kinds) {
      balances.push(await balance.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return balances;
  });
}

const eventsOf = async (paymentId: string) => {
  const rows = await app.rows<{ event_name: string }>(
    `SELECT event_name FROM outbox WHERE payload ->> 'payment_id' = $1 ORDER BY position`,
    [paymentId],
  );
  return rows.map((row) => row.event_name);
};

describe('a link that is paid by transfer', () => {
  it('shows the payer the transfer to make, and the customer app the same', async () => {
    const { payer, attemptId, reference, paymentId } = await waiting();
    const { attempt, session_status, money_moved } = await payer.view();
    expect([session_status, money_moved]).toEqual(['OPEN', 'NO']);
    expect(attempt).toEqual({
      attempt_id: attemptId,
      payment_method_type: 'MANUAL',
      status: 'CREATED',
      transfer: { recipient_name: 'Harbour Books', account_number: 'HKD', reference },
    });
    expect(reference).toMatch(/^(\w{4} ){2}\w{4}$/);
    expect((await choose(payer)).body.attempt_id).toBe(attemptId);
    expect(await payment(paymentId)).toMatchObject({
      type: 'MANUAL',
      status: 'CREATED',
      payment_details: {
        processor_details: { processor_reference: reference.replaceAll(' ', '') },
      },
    });
  });

  it('is PAID by exactly the amount due, in any spelling of the reference', async () => {
    const { payer, reference, paymentId } = await waiting();
    const { status, body } = await arrive(reference.toLowerCase().replaceAll(' ', '-'));
    expect([status, body]).toEqual([
      200,
      {
        incoming_transfer_id: expect.any(String) as string,
        reference: expect.any(String) as string,
        amount: DUE,
        currency: 'HKD',
        outcome: 'PAID',
        payment_id: paymentId,
        received_at: expect.any(String) as string,
      },
    ]);
    expect(await payer.view()).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    const userId = payer.link.sender?.user_id;
    const stored = await app.send(`GET /payment_users/${userId}/payment_methods`);
    expect(stored.body).toMatchObject({ payment_methods: [] });
    const paid = await payment(paymentId);
    expect(paid).not.toHaveProperty('payment_method_id');
    expect(paid).toMatchObject({
      status: 'EXECUTED',
      payment_method: {
        bank_transfer: { bank_transfer_details: { transfer_type: 'CREDIT_TRANSFER' } },
      },
      payment_details: {
        references: { bank_transaction_reference: body.incoming_transfer_id },
      },
    });
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
    expect(await eventsOf(paymentId)).toEqual([
      'payment.created',
      'payment_link.paid',
      'payment.authorized',
      'payment.executed',
    ]);
  });

  it.each([
    (reference: string) => `Payment ${reference}`,
    (reference: string) => `/EREF/${reference.replaceAll(' ', '-')}//RENT.MARCH/`,
    (reference: string) => `RENT${reference.replaceAll(' ', '\u200B')}MARCH, thank you`,
    (reference: string) => wide(`Ref ${reference}`),
  ])('is paid by a transfer with other text around the reference: %s', async (written) => {
    const { reference, paymentId } = await waiting();
    const { body } = await arrive(written(reference));
    expect(body).toMatchObject({ outcome: 'PAID', payment_id: paymentId });
  });

  it('is paid by a transfer that also names a link that is paid', async () => {
    const [before, now] = [await waiting(), await waiting()];
    expect((await arrive(before.reference)).body.outcome).toBe('PAID');
    const { body } = await arrive(`${before.reference} and ${now.reference}`);
    expect(body).toMatchObject({ outcome: 'PAID', payment_id: now.paymentId });
  });

  it('is PAID by more than the amount due, and the rest goes back', async () => {
    const { reference, paymentId } = await waiting();
    const { body } = await arrive(reference, DUE + 500);
    expect(body).toMatchObject({ outcome: 'OVERPAID', payment_id: paymentId });
    expect(await refundsOf(paymentId)).toMatchObject([
      { refund_id: body.refund_id, amount: 500, status: 'EXECUTED', origin: 'SYSTEM' },
    ]);
    const paid = await payment(paymentId);
    expect([paid.status, paid.amount, paid.amount_refunded]).toEqual(['EXECUTED', DUE, undefined]);
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
    expect(await eventsOf(paymentId)).toEqual(
      expect.arrayContaining(['payment.executed', 'refund.submitted', 'refund.executed']),
    );
  });

  it('stays open after less than the amount due, and shows the payer the rest', async () => {
    const { payer, reference, paymentId } = await waiting();
    for (const amount of [DUE - 1, 1]) {
      expect((await arrive(reference, amount)).body.outcome).toBe('RETURNED');
    }
    expect(await books()).toEqual(NO_MONEY);
    const { status, attempt } = await payer.view();
    expect([status, attempt?.transfer?.returned]).toEqual([
      'CREATED',
      { amount: 1, currency: 'HKD', cause: 'TOO_LITTLE' },
    ]);
    expect(await refundsOf(paymentId)).toMatchObject([{ amount: 1 }, { amount: DUE - 1 }]);
    expect((await arrive(reference)).body.outcome).toBe('PAID');
  });

  it('sends a transfer in another currency back', async () => {
    const { payer, reference } = await waiting();
    expect(codeOf(await arrive(reference, DUE, 'USD'))).toBe('CURRENCY_MISMATCH');
    await app.settlementAccount('USD');
    expect((await arrive(reference, DUE, 'USD')).body.outcome).toBe('RETURNED');
    expect((await payer.view()).attempt?.transfer?.returned?.cause).toBe('OTHER_CURRENCY');
  });

  it('takes one of 16 transfers at the same moment, and sends the others back', async () => {
    const { reference, paymentId } = await waiting();
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 16 }, () => arrive(reference)));
    const outcomes = answers.map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual(['PAID', ...Array<string>(15).fill('RETURNED')]);
    expect(await refundsOf(paymentId)).toHaveLength(15);
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
  });

  it('offers no transfer where something is to be stored, nor to take one by a tap', async () => {
    const setUp = await Payer.of(app, nobody, setupBody());
    expect((await choose(setUp)).status).toBe(400);
    const { payer, attemptId } = await waiting();
    const tap = await payer.call<HostedView & ErrorEnvelope>('POST /submit_payment_method', {
      attempt_id: attemptId,
    });
    expect([tap.status, codeOf(tap)]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('a transfer for a dead link', () => {
  it('goes back: the link was cancelled', async () => {
    const { payer, reference, paymentId } = await waiting();
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(await payment(paymentId)).toMatchObject({ status: 'CANCELLED' });
    expect((await arrive(reference)).body.outcome).toBe('RETURNED');
    expect(await refundsOf(paymentId)).toMatchObject([
      { amount: DUE, reason: expect.stringContaining('CANCELLED') as string },
    ]);
    expect(await books()).toEqual(NO_MONEY);
  });

  it('goes back: the link had expired, whether or not that was noted yet', async () => {
    const { reference, payer } = await waiting();
    await app.moveClock(31 * 86_400_000);
    expect((await arrive(reference)).body.outcome).toBe('RETURNED');
    await service.dueJobs.runFor(app.id);
    expect((await payer.readLink()).status).toBe('EXPIRED');
    expect((await arrive(reference)).body.outcome).toBe('RETURNED');
    expect(await books()).toEqual(NO_MONEY);
  });

  it('goes back while the payer has another method, and pays after they chose it again', async () => {
    const { payer, reference } = await waiting();
    await choose(payer, 'CARD');
    expect((await arrive(reference)).body.outcome).toBe('RETURNED');
    await choose(payer);
    expect((await payer.view()).attempt?.transfer?.reference).toBe(reference);
    expect((await arrive(reference)).body.outcome).toBe('PAID');
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
  });
});

describe('a transfer that names no link', () => {
  it.each([undefined, 'rent March', '0000 0000 0000'])('(%p) is kept', async (reference) => {
    const { status, body } = await arrive(reference, 700);
    expect([status, body.outcome, body.payment_id]).toEqual([200, 'UNMATCHED', undefined]);
    expect(await books()).toEqual([0, 0, 700, -700]);
  });

  it('is kept when it names two open links, for it cannot be known which one it pays', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const { body } = await arrive(`${one.reference}, ${other.reference}`);
    expect([body.outcome, body.payment_id]).toEqual(['UNMATCHED', undefined]);
    expect((await payment(one.paymentId)).status).toBe('CREATED');
    expect(await books()).toEqual([0, 0, DUE, -DUE]);
  });

  it('is kept in full when several arrive at once', async () => {
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => arrive(undefined, 10)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await books()).toEqual([0, 0, 80, -80]);
  });

  it('of another app is not known here', async () => {
    const { reference } = await waiting();
    const other = await service.customerApp(['HKD']);
    const { body } = await other.send<Arrived>('POST /testing/incoming_transfers', {
      reference,
      amount: DUE,
      currency: 'HKD',
    });
    expect(body.outcome).toBe('UNMATCHED');
  });

  it('keeps no name of a payer who was erased', async () => {
    const { payer } = await waiting({
      sender: { external_user_id: 'z', name: 'Zenobia Quill', email: 'zenobia@quill.example' },
    });
    const texts = ['rent ZENOBIA  QUILL', 'from zenobia@quill.example', 'rent March', undefined];
    for (const text of texts) await arrive(text, 10);
    const user_id = payer.link.sender?.user_id ?? '';
    await app.order('payment_users/erase', { user_id, reason: 'ticket 17' });
    const kept = await app.rows<{ reference: string | null }>(
      'SELECT reference FROM incoming_transfers WHERE amount = 10',
    );
    expect(kept.map(({ reference }) => reference).toSorted()).toEqual([
      null,
      null,
      null,
      'rent March',
    ]);
    expect(await books()).toEqual([0, 0, 40, -40]);
  });

  it('in a currency that no account takes is refused', async () => {
    expect(codeOf(await arrive(undefined, 1, 'JPY'))).toBe('CURRENCY_MISMATCH');
    expect(await app.rows('SELECT FROM incoming_transfers')).toEqual([]);
  });
});

describe('the status operation of test payments', () => {
  it('executes a manual payment with its link, once', async () => {
    const { payer, paymentId } = await waiting();
    const { status, body } = await execute(paymentId);
    expect([status, body]).toEqual([200, {}]);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
    expect(codeOf(await execute(paymentId))).toBe('INVALID_PAYMENT_STATUS');
  });

  it('refuses payments that are no manual ones, have ended, or whose link has', async () => {
    const card = await Payer.of(app, nobody, linkBody());
    await card.select();
    const { payment: byCard } = await card.readLink();
    expect(codeOf(await execute(byCard?.payment_id ?? ''))).toBe('INVALID_REQUEST');
    const { payer, paymentId } = await waiting();
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(codeOf(await execute(paymentId))).toBe('INVALID_PAYMENT_STATUS');
    const late = await waiting();
    await app.moveClock(31 * 86_400_000);
    expect(codeOf(await execute(late.paymentId))).toBe('INVALID_PAYMENT_LINK_STATUS');
    expect(codeOf(await execute('unknown'))).toBe('PAYMENT_NOT_FOUND');
    expect(await books()).toEqual(NO_MONEY);
  });
});
