/** @proves promise-12, createPayment */
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { CARDS, Payer, setupBody } from './payer.fixture.js';
import {
  send,
  TestPaymentLink,
  type Answer,
  type TestCustomerApp,
} from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

type Refused = Answer<{ error: { error_code: string } }>;

const SECOND_MS = 1_000;
const FAILS_LATER = '4000000000000341';
const CURRENCY_OF = { GW1: 'HKD', GW2: 'USD', GW4: 'SGD' } as const;

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: some move its clock.
beforeEach(async () => {
  app = await service.customerApp([]);
  for (const [gateway, currency] of Object.entries(CURRENCY_OF)) {
    await app.settlementAccount(currency, { card_integration_id: gateway });
  }
});

/** Both clocks, as the API gateway moves them; then what became due here. */
async function advanceTo(offsetMs: number): Promise<void> {
  await sandbox.setClock(app.id, offsetMs);
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

interface Stored {
  readonly methodId: string;
  readonly userId: string;
}

/** A card that a payer stored with a set-up link, and their consent to later charges. */
async function store(number: string, members: object = {}): Promise<Stored> {
  const payer = await Payer.of(app, sandbox, setupBody(members));
  const { body } = await payer.pay(number);
  if (number === CARDS.challenged) {
    await payer.decide(body, 'approve');
  }
  if (number === CARDS.lost) await advanceTo(15 * SECOND_MS);
  if (number === CARDS.late) {
    await advanceTo(31 * SECOND_MS);
    await advanceTo(120 * SECOND_MS);
  }
  const link = await payer.reaches('COMPLETE');
  const stored = {
    methodId: link.payment_method?.payment_method_id ?? '',
    userId: link.sender?.user_id ?? '',
  };
  await consent(stored, true);
  return stored;
}

const consent = ({ userId }: Stored, autopay_consent: boolean) =>
  app.send(`POST /payment_users/${userId}`, { autopay_consent });

const order = (methodId: string, members: object = {}) => ({
  amount: 9_900,
  currency: 'HKD',
  payment_method_id: methodId,
  payment_details: {
    description: 'Rent',
    transaction_reference_id: 'older-9',
    external_transaction_reference: 'INV-9',
  },
  metadata: { month: 'March' },
  ...members,
});

const post = <T = PaymentResponse>(body: object, key?: string, caller = app) =>
  send<T>(service.publicUrl, {
    route: 'POST /payments',
    token: caller.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const read = async (id: string) => (await app.send<PaymentResponse>(`GET /payments/${id}`)).body;

function ends(id: string, status: string): Promise<PaymentResponse> {
  let last: PaymentResponse | undefined;
  return eventually(async () => (last = await read(id)).status === status && last, {
    deadlineMs: 15_000,
    describe: () => `payment is ${last?.status}`,
  });
}

async function charges(): Promise<{ charged: number; captures: number }[]> {
  const rows = await sandbox.ledger(app.id);
  return rows.map(({ charged, captures }) => ({ charged, captures }));
}

const collected = () =>
  app.rows<{ kind: string; amount: number }>(`SELECT kind, amount FROM ledger_transfers`);
const payments = () => app.rows<{ status: string }>('SELECT status FROM payments');

async function expectRefused(answer: Promise<Refused>, code: string): Promise<void> {
  const { status, body } = await answer;
  expect([status, body.error.error_code]).toEqual([400, code]);
  expect(await payments()).toEqual([]);
  expect(await charges()).toEqual([]);
}

describe('a charge without the payer', () => {
  it.each(Object.entries(CURRENCY_OF))(
    'is executed by a card that %s keeps',
    async (gateway, currency) => {
      const { methodId, userId } = await store(CARDS.good, { currency });
      const { status, body } = await post(order(methodId, { currency }));
      expect([status, body.status]).toEqual([200, 'EXECUTED']);
      expect(body).toMatchObject({
        amount: 9_900,
        currency,
        type: 'CARD',
        live: false,
        payment_method_id: methodId,
        payment_method: { card: { card_details: { last4: '4242' } } },
        payment_details: {
          description: 'Rent',
          transaction_reference_id: 'older-9',
          external_transaction_reference: 'INV-9',
          processor_details: { processor_id: gateway },
        },
        sender: { user_id: userId },
        metadata: { month: 'March' },
      });
      expect(await read(body.payment_id)).toEqual(body);
      expect(await charges()).toEqual([{ charged: 9_900, captures: 1 }]);
      expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 9_900 }]);
      const events = await app.rows<{ event_name: string; sequence: number }>(
        `SELECT event_name, sequence FROM outbox WHERE event_name LIKE 'payment.%' ORDER BY sequence`,
      );
      expect(events.map(({ event_name }) => event_name)).toEqual([
        'payment.created',
        'payment.submitted',
        'payment.executed',
      ]);
    },
  );

  it.each(Object.entries(CURRENCY_OF))(
    'that %s declines is a failed payment',
    async (_, currency) => {
      const { methodId } = await store(FAILS_LATER, { currency });
      const { status, body } = await post(order(methodId, { currency }));
      expect([status, body.status]).toEqual([200, 'FAILED']);
      expect(body.error?.error_code).toBe('PAYMENT_METHOD_DECLINED');
      expect(await charges()).toEqual([]);
      expect(await collected()).toEqual([]);
    },
  );

  it.each(Object.entries(CURRENCY_OF))(
    'fails where the bank of %s asks for the payer',
    async (_, currency) => {
      const { methodId } = await store(CARDS.challenged, { currency });
      const { status, body } = await post(order(methodId, { currency }));
      expect([status, body.status]).toEqual([200, 'FAILED']);
      expect(body.error?.error_code).toBe('AUTHENTICATION_REQUIRED');
      const open = await app.rows('SELECT 1 FROM charges WHERE follow_up_at IS NOT NULL');
      expect(open).toEqual([]);
      expect(await charges()).toEqual([]);
    },
  );

  it("leaves no authorization behind when no payer can answer the bank's challenge", async () => {
    const { methodId } = await store(CARDS.challenged);
    const { body } = await post(order(methodId));
    expect((await sandbox.find(body.payment_id))['status']).toBe('voided');
  });

  it.each(Object.entries(CURRENCY_OF))(
    'whose answer is lost at %s is found by asking, and taken once',
    async (_, currency) => {
      const { methodId } = await store(CARDS.lost, { currency });
      const { status, body } = await post(order(methodId, { currency }), 'lost');
      expect(status).toBe(200);
      expect(['PROCESSING', 'SUBMITTED']).toContain(body.status);
      for (const seconds of [30, 60, 120, 500]) await advanceTo(seconds * SECOND_MS);
      await ends(body.payment_id, 'EXECUTED');
      expect(await charges()).toEqual([{ charged: 9_900, captures: 1 }]);
      expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 9_900 }]);
      // The answer of the key stays what it was.
      expect((await post(order(methodId, { currency }), 'lost')).body).toEqual(body);
    },
    60_000,
  );

  it('whose answers come repeated and out of order is taken once', async () => {
    const { methodId } = await store(CARDS.scrambled);
    const { body } = await post(order(methodId));
    await ends(body.payment_id, 'EXECUTED');
    expect(await charges()).toEqual([{ charged: 9_900, captures: 1 }]);
  });
});

describe('consent', () => {
  it('must exist when the charge is requested', async () => {
    const stored = await store(CARDS.good);
    await consent(stored, false);
    await expectRefused(post(order(stored.methodId)), 'AUTOPAY_CONSENT_REQUIRED');
  });

  it('does not cover a card that the payer stored for one-tap payments', async () => {
    const options = { payment_setup_options: { future_payments: 'CLICK_TO_PAY' } };
    const { methodId } = await store(CARDS.good, options);
    await expectRefused(post(order(methodId)), 'AUTOPAY_CONSENT_REQUIRED');
  });

  it('revoked before the bank decides, gives the authorization back', async () => {
    const stored = await store(CARDS.late);
    const { body } = await post(order(stored.methodId));
    expect(body.status).toBe('PROCESSING');
    await consent(stored, false);
    for (const seconds of [160, 200, 600]) await advanceTo(seconds * SECOND_MS);
    const failed = await ends(body.payment_id, 'FAILED');
    expect(failed.error?.error_code).toBe('AUTOPAY_CONSENT_REQUIRED');
    expect((await sandbox.find(body.payment_id))['status']).toBe('voided');
    expect(await charges()).toEqual([]);
  });
});

describe('a card', () => {
  it('that was cancelled is refused', async () => {
    const { methodId } = await store(CARDS.good);
    await app.send(`POST /payment_methods/${methodId}/cancel`);
    await expectRefused(post(order(methodId)), 'INVALID_PAYMENT_METHOD_STATUS');
  });

  it('cancelled before the bank decides is not charged', async () => {
    const { methodId } = await store(CARDS.late);
    const { body } = await post(order(methodId));
    await app.send(`POST /payment_methods/${methodId}/cancel`);
    for (const seconds of [160, 200, 600]) await advanceTo(seconds * SECOND_MS);
    const failed = await ends(body.payment_id, 'FAILED');
    expect(failed.error?.error_code).toBe('INVALID_PAYMENT_METHOD_STATUS');
    expect(await charges()).toEqual([]);
  });

  it('of another app does not exist here', async () => {
    const { methodId } = await store(CARDS.good);
    const stranger = await service.customerApp(['HKD']);
    const theirs = await post<Refused['body']>(order(methodId), undefined, stranger);
    const unknown = await post<Refused['body']>(
      order('01JQ0000000000000000000ABC'),
      undefined,
      stranger,
    );
    expect(theirs.status).toBe(400);
    expect(theirs.body.error.error_code).toBe('PAYMENT_METHOD_NOT_FOUND');
    expect(unknown.body.error.error_code).toBe('PAYMENT_METHOD_NOT_FOUND');
    expect(await charges()).toEqual([]);
  });

  it('stored in test mode is not charged by an app that went live', async () => {
    const { methodId } = await store(CARDS.good);
    await service.tellOf(app.id, 'LIVE', 2);
    await expectRefused(post(order(methodId)), 'INVALID_PAYMENT_METHOD_STATUS');
  });

  it('is charged only in a currency of its account', async () => {
    const { methodId } = await store(CARDS.good);
    await expectRefused(post(order(methodId, { currency: 'SGD' })), 'CURRENCY_MISMATCH');
  });
});

describe('a request', () => {
  it('must name a stored method or a mandate, not both', async () => {
    const { methodId } = await store(CARDS.good);
    const mandate = { payment_details: { mandate_id: '01JQ0000000000000000000ABC' } };
    const neither = { ...order(methodId), payment_method_id: undefined };
    await expectRefused(post(neither), 'INVALID_REQUEST');
    await expectRefused(post(order(methodId, mandate)), 'INVALID_REQUEST');
    await expectRefused(post({ ...neither, ...mandate }), 'MANDATE_NOT_FOUND');
  });

  it('sent 64 times at once under one key charges once', async () => {
    const { methodId } = await store(CARDS.good);
    await app.warmUp();
    const body = order(methodId);
    const answers = await Promise.all(Array.from({ length: 64 }, () => post(body, 'crowd')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(63);
    expect(await payments()).toEqual([{ status: 'EXECUTED' }]);
    expect(await charges()).toEqual([{ charged: 9_900, captures: 1 }]);
    const nulls = { ...body.payment_details, mandate_id: null, recurring_payment_mode: '' };
    const same = await post({ ...body, payment_details: nulls, unknown: 1 }, 'crowd');
    expect([same.status, same.body]).toEqual([200, answers[0]?.body]);
    expect((await post({ ...body, amount: 1 }, 'crowd')).status).toBe(422);
    const payment_details = { ...body.payment_details, transaction_reference_id: 'other' };
    expect((await post({ ...body, payment_details }, 'crowd')).status).toBe(422);
  }, 60_000);

  it('without a key is a charge each time', async () => {
    const { methodId } = await store(CARDS.good);
    await post(order(methodId));
    await post(order(methodId));
    expect(await charges()).toHaveLength(2);
  });
});
