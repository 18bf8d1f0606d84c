/** @proves listBills, getBill, createTestBill */
import type { ErrorEnvelope } from '@towpath/contracts';
import type { BillResponse, BillWithPaymentsResponse } from '@towpath/contracts/payment-link';
import { newId, type Id } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { billBody, billDetails, EXT_METADATA } from './bills.fixture.js';
import { personWithMoney, PERSON, tablesNaming } from './erased-person.fixture.js';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

type BillAnswer = BillResponse & ErrorEnvelope;
type Listed = { bills: BillResponse[]; has_more: boolean; next_cursor?: string };
type Body = ReturnType<typeof billBody>;

const DAY_MS = 86_400_000;

let gateway: StandInGateway;
let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
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
  mandates.refusal = null;
  mandates.away = false;
});

const tell = (body: object) => app.send<BillAnswer>('POST /testing/bills', body);
const read = async (billId: string) =>
  (await app.send<BillWithPaymentsResponse & ErrorEnvelope>(`GET /bills/${billId}`)).body;
const list = async (query = '') => (await app.send<Listed>(`GET /bills${query}`)).body;

async function arrived(members: object = {}): Promise<{ body: Body; bill: BillResponse }> {
  const body = billBody(members);
  const { status, body: bill } = await tell(body);
  expect([status, bill.status]).toEqual([200, 'UNPAID']);
  return { body, bill };
}

/** With a link of the bill's payer that names the bill. */
async function payByLink({ external_user_id, details }: Body, amount?: number): Promise<void> {
  const payer = await Payer.of(
    app,
    {} as TestSandbox,
    linkBody({
      amount: amount ?? details.total_amount_due,
      sender: { external_user_id, name: 'Chan Tai Man' },
      payment_details: {
        description: 'Rent',
        external_transaction_reference: details.bill_reference_id,
      },
    }),
  );
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  expect((await payer.readLink()).status).toBe('PAID');
}

/** A card that the payer stored, with or without their consent to charges without them. */
async function store(external_user_id: string, consent: boolean): Promise<void> {
  const sender = { external_user_id, name: 'Chan Tai Man' };
  const payer = await Payer.of(app, {} as TestSandbox, setupBody({ sender }));
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  const { sender: user } = await payer.readLink();
  await app.send(`POST /payment_users/${user?.user_id}`, { autopay_consent: consent });
}

const becomes = (billId: string, status: string) =>
  eventually(async () => {
    const bill = await read(billId);
    return bill.status === status ? bill : undefined;
  });
const eventsOf = async (billId: string) => {
  const rows = await app.rows<{ event_name: string }>(
    `SELECT event_name FROM outbox WHERE topic LIKE '%bill%' AND payload ->> 'bill_id' = $1
     ORDER BY sequence`,
    [billId],
  );
  return rows.map(({ event_name }) => event_name);
};

describe('a bill', () => {
  it('arrives, is shown, and arrives once', async () => {
    const { body, bill } = await arrived();
    expect(await read(bill.bill_id)).toEqual({ ...bill, payments: [] });
    expect(bill).toMatchObject({
      external_bill_id: body.external_bill_id,
      external_user_id: body.external_user_id,
      customer_app_id: app.id,
      integration_id: 'EXT',
      due_date: '2026-03-15T00:00:00.000Z',
      details: body.details,
      sender_details: { name: 'Chan Tai Man' },
      integration_metadata: { integration_id: 'EXT', ext_metadata: EXT_METADATA },
    });
    expect((await tell(body)).body).toEqual(bill);
    expect(await eventsOf(bill.bill_id)).toEqual(['bill.created']);
    const copies = await Promise.all(Array.from({ length: 8 }, () => tell(billBody(body))));
    expect(new Set(copies.map((copy) => copy.body.bill_id))).toEqual(new Set([bill.bill_id]));
  });

  it('is paid by a link with its reference, and stays so when it is paid twice', async () => {
    const { body, bill } = await arrived();
    await payByLink(body);
    const paid = await becomes(bill.bill_id, 'PAID');
    expect(paid.payments.map(({ status }) => status)).toEqual(['EXECUTED']);
    await payByLink(body);
    await eventually(async () => (await read(bill.bill_id)).payments.length === 2);
    expect((await read(bill.bill_id)).status).toBe('PAID');
    expect(await eventsOf(bill.bill_id)).toEqual(['bill.created', 'bill.paid']);
  });

  it('is PAID once its payments add up to the amount due, and not before', async () => {
    const { body, bill } = await arrived();
    await payByLink(body, 12_000);
    await eventually(async () => (await read(bill.bill_id)).payments.length === 1);
    expect((await read(bill.bill_id)).status).toBe('UNPAID');
    await payByLink(body, 500);
    await becomes(bill.bill_id, 'PAID');
  });

  it('may be paid before it arrives', async () => {
    const body = billBody();
    await payByLink(body);
    expect((await tell(body)).body.status).toBe('PAID');
  });

  it('is changed or withdrawn at its source until it is paid', async () => {
    const { body, bill } = await arrived();
    const less = { ...body, details: { ...body.details, total_amount_due: 500 } };
    const changed = await tell(less);
    expect(changed.body).toMatchObject({ bill_id: bill.bill_id, details: less.details });
    expect((await tell({ ...less, status: 'CANCELLED' })).body.status).toBe('CANCELLED');
    expect((await tell({ ...less, status: 'CANCELLED' })).body.status).toBe('CANCELLED');
    expect((await tell(body)).body.error?.error_code).toBe('INVALID_BILL_STATUS');
    const names = ['bill.created', 'bill.changed', 'bill.cancelled'];
    expect(await eventsOf(bill.bill_id)).toEqual(names);
    await payByLink(less);
    await eventually(async () => (await read(bill.bill_id)).payments.length === 1);
    expect((await read(bill.bill_id)).status).toBe('CANCELLED');
    const { body: other, bill: paid } = await arrived();
    await payByLink(other);
    await becomes(paid.bill_id, 'PAID');
    const late = await tell({ ...other, status: 'CANCELLED' });
    expect(late.body.error?.error_code).toBe('INVALID_BILL_STATUS');
  });

  it('has a reference and a payer of its own', async () => {
    const { body } = await arrived();
    const twin = { ...body, external_bill_id: 'another' };
    expect((await tell(twin)).body.error?.error_code).toBe('DUPLICATE_REFERENCE');
    const moved = { ...body, external_user_id: 'somebody-else' };
    expect((await tell(moved)).body.error?.error_code).toBe('INVALID_REQUEST');
  });

  it('is unknown to another app, and so are its payments', async () => {
    const { body, bill } = await arrived();
    await payByLink(body);
    const other = await service.customerApp(['HKD']);
    const unknown = newId(new Date());
    for (const id of [bill.bill_id, unknown, 'x']) {
      const { status, body: refusal } = await other.send<ErrorEnvelope>(`GET /bills/${id}`);
      expect([status, refusal.error.error_code]).toEqual([400, 'BILL_NOT_FOUND']);
    }
    expect((await other.send<Listed>('GET /bills')).body).toMatchObject({ bills: [] });
    const own = await other.send<BillAnswer>('POST /testing/bills', body);
    expect(own.body).toMatchObject({ status: 'UNPAID' });
    expect(own.body.bill_id).not.toBe(bill.bill_id);
  });
});

describe('the list of bills', () => {
  it('filters, and says whether another page follows', async () => {
    const [first, second, third] = [await arrived(), await arrived(), await arrived()];
    await tell({ ...first.body, status: 'CANCELLED' });
    const page = await list('?limit=2');
    const ids = (found: Listed) => found.bills.map(({ bill_id }) => bill_id);
    expect([ids(page), page.has_more]).toEqual([[third.bill.bill_id, second.bill.bill_id], true]);
    const rest = await list(`?limit=2&after=${page.next_cursor}`);
    expect([ids(rest), rest.has_more]).toEqual([[first.bill.bill_id], false]);
    expect((await list('?offset=1&limit=2')).has_more).toBe(false);
    expect(ids(await list('?statuses=CANCELLED,UNKNOWN'))).toEqual([first.bill.bill_id]);
    const { external_user_id, user_id } = second.bill;
    expect(ids(await list(`?external_user_id=${external_user_id}`))).toEqual([second.bill.bill_id]);
    expect(ids(await list(`?user_id=${user_id}&currencies=HKD`))).toEqual([second.bill.bill_id]);
    expect(ids(await list('?currencies=USD'))).toEqual([]);
    expect(ids(await list('?date_to=2020-01-01'))).toEqual([]);
  });
});

describe('autopay', () => {
  const due = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  it('charges the stored card on the due date, and not before', async () => {
    const { body, bill } = await arrived({ is_autopay_eligible: true, due_date: due(3) });
    await store(body.external_user_id, true);
    await app.moveClock(2 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    expect((await read(bill.bill_id)).payments).toEqual([]);
    await app.moveClock(4 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    const paid = await becomes(bill.bill_id, 'PAID');
    expect(paid.payments).toMatchObject([{ status: 'EXECUTED', type: 'CARD', amount: 12_500 }]);
    await service.dueJobs.runFor(app.id);
    expect((await read(bill.bill_id)).payments).toHaveLength(1);
  });

  it('skips bills that are paid, lack consent, or have no payment method', async () => {
    const eligible = { is_autopay_eligible: true, due_date: due(1) };
    const [paid, refused, bare] = [
      await arrived(eligible),
      await arrived(eligible),
      await arrived(eligible),
    ];
    await store(paid.body.external_user_id, true);
    await store(refused.body.external_user_id, false);
    await payByLink(paid.body);
    await app.moveClock(2 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    await becomes(paid.bill.bill_id, 'PAID');
    expect((await read(paid.bill.bill_id)).payments).toHaveLength(1);
    for (const { bill } of [refused, bare]) {
      expect(await read(bill.bill_id)).toMatchObject({ status: 'UNPAID', payments: [] });
    }
    const waiting = await app.rows(`SELECT 1 FROM bills WHERE autopay_at IS NOT NULL`);
    expect(waiting).toEqual([]);
  });

  it('fails the bill when the charge is refused; the payer can still pay it', async () => {
    const { body, bill } = await arrived({
      is_autopay_eligible: true,
      due_date: due(1),
      details: { ...billDetails('REF-USD'), currency: 'USD' },
    });
    await store(body.external_user_id, true);
    await app.moveClock(2 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    await becomes(bill.bill_id, 'FAILED');
    const [event] = await app.rows<{ code: string }>(
      `SELECT payload -> 'error' ->> 'error_code' AS code FROM outbox
       WHERE event_name = 'bill.failed' AND payload ->> 'bill_id' = $1`,
      [bill.bill_id],
    );
    expect(event?.code).toBe('CURRENCY_MISMATCH');
    const other = { ...body, details: { ...body.details, currency: 'HKD' } };
    expect((await tell({ ...other, is_autopay_eligible: false })).body.status).toBe('UNPAID');
    await payByLink(other as Body);
    await becomes(bill.bill_id, 'PAID');
  });
});

describe('autopay by a mandate', () => {
  /** Due in a day, of a payer with a mandate who consented to charges without them. */
  async function dueByMandate(): Promise<BillResponse> {
    const due_date = new Date(Date.now() + DAY_MS).toISOString();
    const { bill } = await arrived({ is_autopay_eligible: true, due_date });
    const mandate_id = newId<Id<'Mandate'>>(new Date());
    mandates.records.set(mandate_id, {
      mandate_id,
      payment_method_id: newId<Id<'PaymentMethod'>>(new Date()),
      status: 'SUCCEEDED',
      live: false,
      user_id: bill.user_id,
      sender_type: 'INDIVIDUAL',
      recipient_account_id: await app.settlementAccount('HKD'),
      mandate_details: { currency: 'HKD' },
    });
    await app.send(`POST /payment_users/${bill.user_id}`, { autopay_consent: true });
    return bill;
  }
  const advance = async (ms: number) => {
    await app.moveClock(ms);
    await service.dueJobs.runFor(app.id);
  };
  const chargedFor = async ({ bill_id }: BillResponse) => {
    const known = (await read(bill_id)).payments.map(({ payment_id }) => payment_id);
    return mandates.charged.filter((each) => known.includes(each));
  };

  it('charges it on the due date, once', async () => {
    const bill = await dueByMandate();
    await advance(DAY_MS / 2);
    expect((await read(bill.bill_id)).payments).toEqual([]);
    await advance(2 * DAY_MS);
    const paid = await becomes(bill.bill_id, 'PAID');
    expect(paid.payments).toMatchObject([{ status: 'EXECUTED', type: 'MANDATE', amount: 12_500 }]);
    await advance(3 * DAY_MS);
    expect(await chargedFor(bill)).toHaveLength(1);
  });

  it('asks the mandate service again after ten minutes when it was unavailable', async () => {
    const bill = await dueByMandate();
    mandates.away = true;
    await advance(2 * DAY_MS);
    expect(await read(bill.bill_id)).toMatchObject({ status: 'UNPAID', payments: [] });
    mandates.away = false;
    await advance(2 * DAY_MS + 540_000);
    expect((await read(bill.bill_id)).payments).toEqual([]);
    await advance(2 * DAY_MS + 660_000);
    await becomes(bill.bill_id, 'PAID');
    expect(await chargedFor(bill)).toHaveLength(1);
  });

  it('fails the bill with the refusal of the mandate, and charges no more', async () => {
    const bill = await dueByMandate();
    mandates.refusal = 'TRANSACTION_LIMIT_EXCEEDED';
    await advance(2 * DAY_MS);
    await becomes(bill.bill_id, 'FAILED');
    const shown = await app.rows<{ code: string }>(
      `SELECT payload -> 'error' ->> 'error_code' AS code FROM outbox
       WHERE event_name = 'bill.failed'`,
    );
    expect(shown).toEqual([{ code: 'TRANSACTION_LIMIT_EXCEEDED' }]);
    mandates.refusal = null;
    await advance(3 * DAY_MS);
    expect((await read(bill.bill_id)).payments).toEqual([]);
  });
});

describe('an erased payer', () => {
  it('keeps the amount of the bill, and no personal data', async () => {
    const { body, bill } = await arrived();
    const order = { user_id: bill.user_id, reason: 'ticket 17' };
    expect((await app.order('payment_users/erase', order)).status).toBe(200);
    const left = await read(bill.bill_id);
    expect(left).toMatchObject({ sender_details: { name: '' }, status: 'UNPAID' });
    expect(left.integration_metadata).toEqual({ integration_id: 'EXT' });
    expect(JSON.stringify(left)).not.toMatch(/Chan|Quill|Rent|12A/u);
    const shown = await tell({ ...body, details: { ...body.details, total_amount_due: 900 } });
    expect(shown.body.details).toMatchObject({ total_amount_due: 900 });
    expect(JSON.stringify(await read(bill.bill_id))).not.toMatch(/Chan|Quill|Rent|12A/u);
    await tell({ ...body, details: { ...body.details, total_amount_due: 900 } });
    expect(await eventsOf(bill.bill_id)).toEqual(['bill.created', 'bill.changed']);
  });

  it('is in no column, no answer and no statement file any more, whatever money there was', async () => {
    const { paths, userId } = await personWithMoney(app);
    const tells = async () => {
      const shown: string[] = [];
      for (const path of paths) {
        const { body } = await app.send<{ download_url?: string }>(`GET ${path}`);
        const { download_url: url } = body;
        const file = url === undefined ? '' : await (await fetch(url)).text();
        if (url !== undefined) expect(file).toContain('OPENING_BALANCE');
        if (PERSON.test(JSON.stringify(body) + file)) shown.push(path);
      }
      return [await tablesNaming(service), shown];
    };
    expect(await tells()).toEqual([
      ['bills', 'external_accounts', 'incoming_transfers'],
      expect.arrayContaining(['/bills', `/payment_users/${userId}/payment_accounts`]) as string[],
    ]);
    await app.order('payment_users/erase', { user_id: userId, reason: 'ticket 17' });
    expect(await tells()).toEqual([[], []]);
  });
});
