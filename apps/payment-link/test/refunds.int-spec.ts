/** @proves createRefund, listPaymentRefunds, getRefund */
import { createHmac } from 'node:crypto';
import type {
  ListRefundsResponse,
  PaymentResponse,
  RefundResponse,
} from '@towpath/contracts/payment-link';
import { newId, type PaymentAccountId } from '@towpath/kernel';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import {
  send,
  TestPaymentLink,
  type Answer,
  type TestCustomerApp,
} from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

type Asked = Answer<RefundResponse & { error?: { error_code: string; details?: string } }>;

const SECOND_MS = 1_000;
const PAID = 12_500;

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
let paymentId: string;
let reference: string;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = (await app.settlementAccount('HKD')) as PaymentAccountId;
  ({ reference, paymentId } = await paid());
});
afterEach(() => {
  for (const way of [gateway.drops, gateway.silences, gateway.refusals]) way.clear();
});
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

async function paid(): Promise<{ readonly reference: string; readonly paymentId: string }> {
  const payer = await Payer.of(app, {} as TestSandbox, linkBody());
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  const { payment } = await payer.readLink();
  return { reference: body.attempt_id, paymentId: payment?.payment_id ?? '' };
}

let keys = 0;
const refund = (body: object = {}, key: string | null = `key-${(keys += 1)}`, id = paymentId) =>
  send<Asked['body']>(service.publicUrl, {
    route: `POST /payments/${id}/refunds`,
    token: app.token,
    body,
    headers: key === null ? {} : { 'idempotency-key': key },
  });
const read = (id: string) => app.send<Asked['body']>(`GET /refunds/${id}`);
const list = (query = '') =>
  app.send<ListRefundsResponse>(`GET /payments/${paymentId}/refunds${query}`);
const payment = async () => (await app.send<PaymentResponse>(`GET /payments/${paymentId}`)).body;
const code = ({ status, body }: Asked) => [status, body.error?.error_code];

/** As the gateway calls about the charge. */
async function callBack(event_id: string): Promise<void> {
  const occurred_at = new Date().toISOString();
  const event = { event_id, event: 'refunded', reference, customer_app_id: app.id, occurred_at };
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / SECOND_MS);
  const mac = createHmac('sha256', GATEWAY_SECRET).update(`${seconds}.${body}`).digest('hex');
  const { status } = await send(service.publicUrl, {
    route: 'POST /callbacks/cards/gw1',
    body,
    headers: { 'gw-signature': `t=${seconds},v1=${mac}` },
  });
  expect(status).toBe(200);
}

async function advanceTo(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

/** What the customer app is owed, what is on its way back, what is disputed, what clears. */
function books(): Promise<number[]> {
  const balance = service.app.get(LedgerReads, { strict: false });
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'UNEXPECTED', 'DISPUTED', 'CLEARING'];
  return service.transactions.forApp(app.id, async (tx) => {
    const balances: number[] = [];
    for (const kind of kinds) {
      balances.push(await balance.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return balances;
  });
}
const returned = () => [...gateway.book(reference).refunds.values()].reduce((a, b) => a + b, 0);
const events = () =>
  app.rows<{ event_name: string }>(
    `SELECT event_name FROM outbox WHERE event_name LIKE 'refund.%' ORDER BY position`,
  );

describe('a refund that the customer app asks for', () => {
  it('is made for one payment only under one key', async () => {
    const other = await paid();
    const first = await refund({ amount: 100 }, 'one key');
    expect(first.status).toBe(200);
    expect((await refund({ amount: 100 }, 'one key')).body).toEqual(first.body);
    const again = await refund({ amount: 100 }, 'one key', other.paymentId);
    expect(code(again)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('returns parts, and then all of the rest', async () => {
    const { status, body } = await refund({ amount: 2_500, reason: 'one item' });
    expect([status, body]).toEqual([
      200,
      {
        refund_id: expect.any(String) as string,
        payment_id: paymentId,
        amount: 2_500,
        currency: 'HKD',
        status: 'EXECUTED',
        origin: 'CUSTOMER_APP',
        reason: 'one item',
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
      },
    ]);
    expect(await books()).toEqual([10_000, 0, 0, -10_000]);
    const rest = await refund();
    expect([rest.body.amount, rest.body.status]).toEqual([10_000, 'EXECUTED']);
    expect(await books()).toEqual([0, 0, 0, 0]);
    expect(returned()).toBe(PAID);
    expect(await payment()).toMatchObject({ status: 'EXECUTED', amount_refunded: PAID });
    expect((await events()).map((each) => each.event_name)).toEqual([
      'refund.submitted',
      'refund.executed',
      'refund.submitted',
      'refund.executed',
    ]);
  });

  it('is read by its ID and listed with the others, newest first', async () => {
    const first = (await refund({ amount: 1 })).body;
    const second = (await refund({ amount: 2 })).body;
    expect((await read(first.refund_id)).body).toEqual(first);
    const { body } = await list();
    expect([body.refunds, body.total_refunds]).toEqual([[second, first], 2]);
    const page = (await list('?limit=1')).body;
    expect(page.refunds).toEqual([second]);
    expect((await list(`?limit=1&after=${page.next_cursor}`)).body.refunds).toEqual([first]);
  });

  it.each([
    ['more than was paid', { amount: PAID + 1 }, 'REFUND_NOT_ALLOWED'],
    ['nothing', { amount: 0 }, 'INVALID_REQUEST'],
    ['a part of a unit', { amount: 1.5 }, 'INVALID_REQUEST'],
    ['an endless reason', { reason: 'x'.repeat(101) }, 'INVALID_REQUEST'],
  ])('refuses %s, and leaves no trace', async (_what, body, expected) => {
    expect(code(await refund(body))).toEqual([400, expected]);
    expect([await app.rows('SELECT 1 FROM refunds'), await events()]).toEqual([[], []]);
    expect(await books()).toEqual([PAID, 0, 0, -PAID]);
    expect((await refund()).body.amount).toBe(PAID);
  });

  it('says how much is left', async () => {
    await refund({ amount: 12_000 });
    const { body } = await refund({ amount: 501 });
    expect(body.error?.details).toContain('at most 500');
    await refund();
    expect(code(await refund())).toEqual([400, 'REFUND_NOT_ALLOWED']);
  });

  it('is of an executed payment of the app', async () => {
    const payer = await Payer.of(app, {} as TestSandbox, linkBody());
    await payer.select();
    const open = (await payer.readLink()).payment?.payment_id ?? '';
    expect(code(await refund({}, 'open', open))).toEqual([400, 'INVALID_PAYMENT_STATUS']);
    const unknown = newId(new Date());
    expect(code(await refund({}, 'unknown', unknown))).toEqual([400, 'PAYMENT_NOT_FOUND']);
    expect(code(await read(unknown))).toEqual([400, 'REFUND_NOT_FOUND']);
    const other = await service.customerApp([]);
    const { body } = await refund({ amount: 1 });
    expect((await other.send(`GET /refunds/${body.refund_id}`)).status).toBe(400);
    expect((await other.send(`GET /payments/${paymentId}/refunds`)).status).toBe(400);
  });

  it('needs an Idempotency-Key, and happens once under it', async () => {
    expect(code(await refund({}, null))).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => refund({ amount: 100 }, 'same')),
    );
    expect(new Set(copies.map(({ body }) => body.refund_id)).size).toBe(1);
    expect(returned()).toBe(100);
    expect((await refund({ amount: 101 }, 'same')).status).toBe(422);
  });
});

describe('a refund that the gateway does not decide at once', () => {
  it.each(['drops', 'silences'] as const)('is requested again on schedule (%s)', async (way) => {
    gateway[way].add('refund');
    const { body } = await refund({ amount: 2_500 });
    expect(body.status).toBe('SUBMITTED');
    expect(await books()).toEqual([10_000, 2_500, 0, -PAID]);
    expect((await payment()).amount_refunded).toBeUndefined();
    expect(code(await refund({ amount: 10_001 }))).toEqual([400, 'REFUND_NOT_ALLOWED']);
    gateway[way].clear();
    await advanceTo(5 * SECOND_MS);
    expect((await read(body.refund_id)).body.status).toBe('SUBMITTED');
    await advanceTo(11 * SECOND_MS);
    expect((await read(body.refund_id)).body.status).toBe('EXECUTED');
    expect([...gateway.book(reference).refunds]).toEqual([[body.refund_id, 2_500]]);
    expect(await books()).toEqual([10_000, 0, 0, -10_000]);
  });

  it('is requested again at once, after each call-back of the gateway', async () => {
    gateway.silences.add('refund');
    const { body } = await refund({ amount: 2_500 });
    gateway.silences.clear();
    const refundCalls = () => gateway.asked.filter((verb) => verb === 'refund').length;
    const before = refundCalls();
    for (const eventId of ['evt-1', 'evt-1', 'evt-2']) await callBack(eventId);
    expect((await read(body.refund_id)).body.status).toBe('EXECUTED');
    // The last call-back may report that the executed refund was reversed: it is asked about.
    expect(refundCalls()).toBe(before + 2);
    expect(await books()).toEqual([10_000, 0, 0, -10_000]);
  });

  it('fails when the gateway refuses it, and the money is left to be refunded', async () => {
    gateway.refusals.add('refund');
    const { status, body } = await refund();
    expect([status, body.status, body.error?.error_code]).toEqual([
      200,
      'FAILED',
      'REFUND_NOT_ALLOWED',
    ]);
    expect(await books()).toEqual([PAID, 0, 0, -PAID]);
    expect((await events()).map((each) => each.event_name)).toEqual([
      'refund.submitted',
      'refund.failed',
    ]);
    gateway.refusals.clear();
    expect((await refund()).body).toMatchObject({ status: 'EXECUTED', amount: PAID });
    expect(await books()).toEqual([0, 0, 0, 0]);
  });
});

describe('what goes back of one payment', () => {
  const disputed = (terms: object = {}) =>
    new PublishedDispute(service, app, { payment_id: paymentId, fee_amount: 0, ...terms });

  it('is never more than was paid, with 64 refunds at once', async () => {
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 64 }, () => refund({ amount: 400 })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(31);
    expect(answers.filter((each) => code(each)[1] === 'REFUND_NOT_ALLOWED')).toHaveLength(33);
    expect([returned(), gateway.book(reference).refunds.size]).toEqual([12_400, 31]);
    expect(await books()).toEqual([100, 0, 0, -100]);
  });

  it('leaves a later dispute only the rest', async () => {
    await refund({ amount: 10_000 });
    const dispute = disputed();
    await dispute.moves('ACTION_REQUIRED');
    expect(await books()).toEqual([0, 0, 2_500, -2_500]);
    expect(code(await refund({ amount: 1 }))).toEqual([400, 'REFUND_NOT_ALLOWED']);
    await dispute.moves('LOST');
    expect(await books()).toEqual([0, 0, 0, 0]);
  });

  it('leaves a later refund what no dispute holds, and more when it is won', async () => {
    const dispute = disputed({ amount: 8_000 });
    await dispute.moves('ACTION_REQUIRED');
    expect(code(await refund({ amount: 4_501 }))).toEqual([400, 'REFUND_NOT_ALLOWED']);
    expect((await refund()).body.amount).toBe(4_500);
    await dispute.moves('WON');
    expect((await refund()).body.amount).toBe(8_000);
    expect(await books()).toEqual([0, 0, 0, 0]);
    await dispute.moves('ACTION_REQUIRED', 'LOST');
    expect(await books()).toEqual([0, 0, 0, 0]);
  });

  it('is never more than was paid, with refunds and disputes at once', async () => {
    await app.warmUp();
    const disputes = Array.from({ length: 4 }, () => disputed({ amount: 3_000 }));
    const [refunds] = await Promise.all([
      Promise.all(Array.from({ length: 16 }, () => refund({ amount: 1_000 }))),
      ...disputes.map((each) => each.moves('ACTION_REQUIRED')),
    ]);
    await Promise.all(disputes.map((each) => each.moves('LOST')));
    const done = refunds.filter(({ status }) => status === 200).length;
    const [settlement, unexpected, held, clearing] = await books();
    expect([unexpected, held]).toEqual([0, 0]);
    expect((settlement ?? NaN) + (clearing ?? NaN)).toBe(0);
    expect(settlement).toBeGreaterThanOrEqual(0);
    expect(returned()).toBe(done * 1_000);
    expect(code(await refund({ amount: (settlement ?? 0) + 1 }))[1]).toBe('REFUND_NOT_ALLOWED');
  });
});
