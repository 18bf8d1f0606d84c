import type { ChargeBankStatus, Id, PaymentId } from '@towpath/kernel';
import type { BillWithPaymentsResponse, PaymentResponse } from '@towpath/contracts/payment-link';
import { newId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { NO_UPDATE } from '../src/debit/mandate-charges/charge-update.js';
import { MandateChargesService } from '../src/debit/mandate-charges/mandate-charges.service.js';
import { billBody } from './bills.fixture.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const DUE = 12_500;
const HALF = DUE / 2;
const DAY_MS = 86_400_000;

type Body = ReturnType<typeof billBody>;

let gateway: StandInGateway;
let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
let body: Body;
let billId: string;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({
    sandboxUrl: gateway.url,
    mandateUrl: mandates.url,
    consumes: true,
  });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  mandates.bankStatus = 'EXECUTED';
  body = billBody();
  billId = '';
});
afterEach(() => {
  for (const way of [gateway.drops, gateway.silences, gateway.refusals]) way.clear();
});

async function arrive(members: object = {}): Promise<string> {
  body = { ...body, ...members };
  const answer = await app.send<{ bill_id: string; status: string }>('POST /testing/bills', body);
  billId = answer.body.bill_id;
  return answer.body.status;
}
const read = async () => (await app.send<BillWithPaymentsResponse>(`GET /bills/${billId}`)).body;
const becomes = (status: string) =>
  eventually(async () => ((await read()).status === status ? true : undefined));
const details = (amount: number) => ({
  details: { ...body.details, total_amount_due: amount },
});

/** By a link of the bill's payer that names the bill; returns the payment. */
async function payByLink(amount: number): Promise<string> {
  const { external_user_id, details: named } = body;
  const payer = await Payer.of(
    app,
    {} as TestSandbox,
    linkBody({
      amount,
      sender: { external_user_id, name: 'Chan Tai Man' },
      payment_details: {
        description: 'Rent',
        external_transaction_reference: named.bill_reference_id,
      },
    }),
  );
  const { body: selected } = await payer.select();
  await payer.submitToken(selected.attempt_id, { token: 'tok', last4: '4242' });
  return (await payer.readLink()).payment?.payment_id ?? '';
}

let keys = 0;
async function refund(paymentId: string, amount?: number): Promise<string> {
  keys += 1;
  const { status, body: answer } = await send<{ status: string }>(service.publicUrl, {
    route: `POST /payments/${paymentId}/refunds`,
    token: app.token,
    body: { amount },
    headers: { 'idempotency-key': `refund-${keys}` },
  });
  expect(status).toBe(200);
  return answer.status;
}

const disputeOf = (payment_id: string, amount = DUE) =>
  new PublishedDispute(service, app, { payment_id, amount, fee_amount: 0 });

/** The consumers have handled every event of the app so far. */
const settled = () =>
  eventually(async () => {
    const [left] = await app.rows<{ left: number }>(
      `SELECT count(*)::int AS left FROM outbox o WHERE topic LIKE '%.payment.%'
         AND event_name IN ('payment.executed', 'payment.returned', 'payment.failed')
         AND NOT EXISTS (SELECT FROM inbox i WHERE i.event_id = o.event_id)`,
    );
    return left?.left === 0 ? true : undefined;
  });

describe('money that went back pays no bill', () => {
  it.each([
    ['was refunded', (id: string) => refund(id)],
    ['is disputed', (id: string) => disputeOf(id).moves('ACTION_REQUIRED')],
    ['was lost in a dispute', (id: string) => disputeOf(id).moves('UNDEFENDED', 'LOST')],
    ['was given up in a dispute', (id: string) => disputeOf(id).moves('UNDEFENDED', 'ACCEPTED')],
  ] as const)('a bill arrives as UNPAID when its payment %s', async (_name, goesBack) => {
    await goesBack(await payByLink(DUE));
    expect(await arrive()).toBe('UNPAID');
  });

  it('a bill stays UNPAID when half of it is paid, refunded and paid again', async () => {
    await arrive();
    await refund(await payByLink(HALF));
    await payByLink(HALF);
    await settled();
    expect((await read()).status).toBe('UNPAID');
    await payByLink(HALF);
    await becomes('PAID');
  });

  it('a refunded part is due again, and the missing rest pays the bill', async () => {
    await refund(await payByLink(DUE), 500);
    expect(await arrive()).toBe('UNPAID');
    await payByLink(499);
    await settled();
    expect((await read()).status).toBe('UNPAID');
    await payByLink(1);
    await becomes('PAID');
  });

  it('a lowered bill is PAID by the money that stays, not by refunded money', async () => {
    await arrive();
    await refund(await payByLink(HALF), 1_000);
    expect(await arrive(details(HALF))).toBe('UNPAID');
    expect(await arrive(details(HALF - 1_000))).toBe('PAID');
  });

  it('a PAID bill stays PAID when its money goes back afterwards', async () => {
    await arrive();
    const paymentId = await payByLink(DUE);
    await becomes('PAID');
    await disputeOf(paymentId, 1_000).moves('UNDEFENDED', 'LOST');
    await refund(paymentId);
    expect((await read()).status).toBe('PAID');
  });
});

describe('money that stays after all pays its bill', () => {
  it('when the dispute is won', async () => {
    await arrive();
    const dispute = disputeOf(await payByLink(HALF), HALF);
    await settled();
    await dispute.moves('ACTION_REQUIRED');
    await payByLink(HALF);
    await settled();
    expect((await read()).status).toBe('UNPAID');
    await dispute.moves('PROCESSING', 'WON');
    await becomes('PAID');
  });

  it('when a lost dispute is corrected', async () => {
    const dispute = disputeOf(await payByLink(DUE));
    await dispute.moves('UNDEFENDED', 'LOST');
    expect(await arrive()).toBe('UNPAID');
    await dispute.moves('WON');
    await becomes('PAID');
  });

  it('when the refund fails', async () => {
    const paymentId = await payByLink(DUE);
    gateway.drops.add('refund');
    expect(await refund(paymentId)).toBe('SUBMITTED');
    expect(await arrive()).toBe('UNPAID');
    gateway.drops.clear();
    gateway.refusals.add('refund');
    await app.moveClock(60_000);
    await service.dueJobs.runFor(app.id);
    await becomes('PAID');
  });
});

it('a failed refund does not pay a bill while the payment is disputed', async () => {
  const paymentId = await payByLink(DUE);
  gateway.drops.add('refund');
  expect(await refund(paymentId)).toBe('SUBMITTED');
  expect(await arrive()).toBe('UNPAID');
  const dispute = disputeOf(paymentId);
  await dispute.moves('ACTION_REQUIRED');
  gateway.drops.clear();
  gateway.refusals.add('refund');
  await app.moveClock(60_000);
  await service.dueJobs.runFor(app.id);
  await settled();
  expect((await read()).status).toBe('UNPAID');
  await dispute.moves('WON');
  await becomes('PAID');
});

describe('a payment that is executed while its bill is written', () => {
  /** Writes of bills wait until `meanwhile` is reported, or waits for them. */
  async function whileWriting(write: () => Promise<string>, meanwhile: () => Promise<unknown>) {
    const admin = new pg.Client({ connectionString: service.database.adminUrl });
    await admin.connect();
    try {
      await admin.query('BEGIN');
      await admin.query('LOCK TABLE bill_state_changes IN SHARE ROW EXCLUSIVE MODE');
      const written = write();
      await waiting('relation');
      await meanwhile();
      await Promise.race([settled(), waiting('advisory')]);
      await admin.query('COMMIT');
      return await written;
    } finally {
      await admin.end();
    }
  }
  const waiting = (locktype: string) =>
    eventually(async () => {
      const sql = `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE NOT granted AND locktype = $1 AND datname = current_database()`;
      return (await app.rows(sql, [locktype])).length > 0 ? true : undefined;
    });

  it('pays a bill that is arriving', async () => {
    await arrive();
    const other = { ...billBody(), external_user_id: body.external_user_id };
    body = other;
    await whileWriting(
      () => arrive(),
      () => payByLink(DUE),
    );
    await becomes('PAID');
  });

  it('pays a bill that is being lowered', async () => {
    await arrive();
    await whileWriting(
      () => arrive(details(HALF)),
      () => payByLink(HALF),
    );
    await becomes('PAID');
  });
});

describe('autopay', () => {
  let methodId: string;

  /** Of a payer with a mandate, who consented to charges without them. */
  async function due(members: object = {}): Promise<void> {
    const due_date = new Date(Date.now() + DAY_MS).toISOString();
    await arrive({ is_autopay_eligible: true, due_date, ...members });
    const { user_id } = await read();
    const mandate_id = newId<Id<'Mandate'>>(new Date());
    methodId = newId<Id<'PaymentMethod'>>(new Date());
    mandates.records.set(mandate_id, {
      mandate_id,
      payment_method_id: methodId,
      status: 'SUCCEEDED',
      live: false,
      user_id,
      sender_type: 'INDIVIDUAL',
      recipient_account_id: await app.settlementAccount('HKD'),
      mandate_details: { currency: 'HKD' },
    });
    await app.send(`POST /payment_users/${user_id}`, { autopay_consent: true });
  }

  /** The customer app charges the mandate for the bill. */
  async function charge(amount: number): Promise<PaymentId> {
    keys += 1;
    const external_transaction_reference = body.details.bill_reference_id;
    const { status, body: payment } = await send<PaymentResponse>(service.publicUrl, {
      route: 'POST /payments',
      token: app.token,
      body: {
        ...{ amount, currency: 'HKD', payment_method_id: methodId },
        payment_details: { external_transaction_reference },
      },
      headers: { 'idempotency-key': `charge-${keys}` },
    });
    expect(status).toBe(200);
    return payment.payment_id as PaymentId;
  }
  async function tell(paymentId: string, bankStatus: ChargeBankStatus): Promise<void> {
    const charges = service.app.get(MandateChargesService, { strict: false });
    const update = { ...NO_UPDATE, bankStatus };
    await service.transactions.forApp(app.id, (tx) =>
      charges.applyUpdate(tx, paymentId as PaymentId, update),
    );
    await settled();
  }
  const advance = async (ms: number) => {
    await app.moveClock(ms);
    await service.dueJobs.runFor(app.id);
    await settled();
  };
  const amounts = async () =>
    (await read()).payments.map(({ amount, status }) => [status, amount]).toReversed();
  const latest = async () => (await read()).payments[0]?.payment_id ?? '';

  it('charges the missing part after the bank returned a debit', async () => {
    await due();
    const part = await charge(HALF);
    await payByLink(1_000);
    await advance(2 * DAY_MS);
    expect(await amounts()).toHaveLength(2);
    await tell(part, 'RETURNED');
    await advance(2 * DAY_MS);
    await becomes('PAID');
    expect(await amounts()).toEqual([
      ['EXECUTED', HALF],
      ['EXECUTED', 1_000],
      ['EXECUTED', DUE - 1_000],
    ]);
    await advance(20 * DAY_MS);
    expect(await amounts()).toHaveLength(3);
  });

  it('waits for the due date when a debit was returned before it', async () => {
    await due();
    await tell(await charge(HALF), 'RETURNED');
    await advance(DAY_MS / 2);
    expect(await amounts()).toHaveLength(1);
    await advance(2 * DAY_MS);
    await becomes('PAID');
    expect((await amounts()).at(-1)).toEqual(['EXECUTED', DUE]);
  });

  it('charges again a day after a charge that failed, three times in all', async () => {
    await due();
    mandates.bankStatus = 'PENDING';
    for (const days of [2, 4, 6]) {
      await advance(days * DAY_MS);
      expect((await amounts()).at(-1)).toEqual(['PROCESSING', DUE].with(0, await pending()));
      await tell(await latest(), 'FAILED');
      expect((await read()).status).toBe('FAILED');
      await advance(days * DAY_MS + DAY_MS / 2);
    }
    await advance(30 * DAY_MS);
    expect(await amounts()).toEqual(Array(3).fill(['FAILED', DUE]));
  });
  const pending = async () => (await read()).payments[0]?.status ?? '';

  it.each([
    ['a refund', (id: string) => refund(id)],
    ['a dispute that was lost', (id: string) => disputeOf(id, HALF).moves('UNDEFENDED', 'LOST')],
  ] as const)('charges nothing after %s, and a call of the app still does', async (_name, back) => {
    await due();
    await back(await payByLink(HALF));
    await tell(await charge(1_000), 'RETURNED');
    await advance(9 * DAY_MS);
    expect(await amounts()).toHaveLength(2);
    await charge(DUE);
    await becomes('PAID');
  });

  it('charges nothing during a dispute, and the missing part after it was won', async () => {
    await due();
    const dispute = disputeOf(await payByLink(HALF), HALF);
    await dispute.moves('ACTION_REQUIRED');
    await tell(await charge(1_000), 'RETURNED');
    await advance(9 * DAY_MS);
    expect(await amounts()).toHaveLength(2);
    await dispute.moves('PROCESSING', 'WON');
    await advance(11 * DAY_MS);
    await becomes('PAID');
    expect((await amounts()).at(-1)).toEqual(['EXECUTED', HALF]);
  });

  it('charges the missing part of a bill to a stored card too', async () => {
    await due();
    const { external_user_id } = body;
    const sender = { external_user_id, name: 'Chan Tai Man' };
    const payer = await Payer.of(app, {} as TestSandbox, setupBody({ sender }));
    const { body: selected } = await payer.select();
    await payer.submitToken(selected.attempt_id, { token: 'tok', last4: '4242' });
    await payByLink(500);
    await tell(await charge(HALF), 'RETURNED');
    await advance(2 * DAY_MS);
    await becomes('PAID');
    expect((await read()).payments[0]).toMatchObject({ type: 'CARD', amount: DUE - 500 });
  });
});
