/** @proves createScheduledPayout */
import { newId, plusMs, utcDate, type Id, type PaymentId } from '@towpath/kernel';
import { MandateChargesService } from '../src/debit/mandate-charges/mandate-charges.service.js';
import { NO_UPDATE } from '../src/debit/mandate-charges/charge-update.js';
import { send, TestPaymentLink } from './payment-link.fixture.js';
import { OPENING_BALANCE, Payer, type AnsweredPayout } from './payouts.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const AMOUNT = 12_500;

let mandates: StandInMandates;
let service: TestPaymentLink;
let payer: Payer;
let tenantId: string;
let mandateId: string;
beforeAll(async () => {
  mandates = await StandInMandates.start();
  // Nothing listens where the bank should be: what is sent stays SUBMITTED.
  service = await TestPaymentLink.start({ mandateUrl: mandates.url, consumes: true });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  payer = await Payer.of(await service.customerApp([]));
  const tenant = { name: 'Ng Wing', external_user_id: 'tenant', autopay_consent: true };
  tenantId = (await payer.app.send<{ user_id: string }>('POST /payment_users', tenant)).body
    .user_id;
  mandateId = mandate();
  mandates.bankStatus = 'EXECUTED';
});
afterEach(async () => {
  mandates.refusal = null;
  mandates.away = false;
  expect(await payer.findings()).toEqual([]);
});

/** A mandate of the tenant that lets the settlement account collect; its ID. */
function mandate(members: object = {}): string {
  const mandate_id = newId<Id<'Mandate'>>(new Date());
  mandates.records.set(mandate_id, {
    mandate_id,
    payment_method_id: newId<Id<'PaymentMethod'>>(new Date()),
    status: 'SUCCEEDED',
    live: false,
    user_id: tenantId,
    sender_type: 'INDIVIDUAL',
    recipient_account_id: payer.senderAccountId,
    mandate_details: { currency: 'HKD' },
    ...members,
  });
  return mandate_id;
}

const dayFromNow = (days: number) => utcDate(plusMs(new Date(), days * DAY_MS));

function schedule(
  members: object = {},
  details: object = {},
  key: string | null = newId<Id<'Key'>>(new Date()),
): Promise<AnsweredPayout> {
  return send(service.publicUrl, {
    route: 'POST /payouts/scheduled',
    token: payer.app.token,
    body: {
      amount: AMOUNT,
      currency: 'HKD',
      recipient_account: { account_id: payer.recipientAccountId },
      payment_details: {
        mandate_id: mandateId,
        scheduled_date: dayFromNow(1),
        description: 'Rent',
        ...details,
      },
      metadata: { month: 'March' },
      ...members,
    },
    headers: key === null ? {} : { 'idempotency-key': key },
  });
}

const scheduled = async (): Promise<string> => (await schedule()).body.payout_id;
const codeOf = ({ status, body }: AnsweredPayout) => [status, body.error?.error_code];

async function advance(offsetMs: number, frozenAt: Date | null = null): Promise<void> {
  await payer.app.moveClock(offsetMs, frozenAt);
  await service.dueJobs.runFor(payer.app.id);
}

interface Pulled {
  readonly payment_id: PaymentId;
  readonly status: string;
  readonly external_transaction_reference: string;
}

const pulled = () =>
  payer.app.rows<Pulled>(`SELECT payment_id, status, external_transaction_reference FROM payments`);

/** As the service of mandates reports the charge. */
async function report(bankStatus: 'EXECUTED' | 'FAILED' | 'REVOKED' | 'RETURNED'): Promise<void> {
  const [payment] = await pulled();
  if (!payment) throw new Error('no payment was begun');
  const charges = service.app.get(MandateChargesService, { strict: false });
  await service.transactions.forApp(payer.app.id, (tx) =>
    charges.applyUpdate(tx, payment.payment_id, { ...NO_UPDATE, bankStatus }),
  );
}

describe('a payout of a later day', () => {
  it('waits for it: nothing is held, and the mandate is not asked', async () => {
    const { status, body } = await schedule();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'CREATED',
      type: 'SCHEDULED',
      amount: AMOUNT,
      sender_account: { account_id: payer.senderAccountId },
      recipient: { user_id: payer.userId },
      payment_details: {
        mandate_id: mandateId,
        scheduled_date: `${dayFromNow(1)}T00:00:00.000Z`,
        description: 'Rent',
      },
      metadata: { month: 'March' },
    });
    await advance(0);
    expect((await payer.read(body.payout_id)).status).toBe('CREATED');
    expect([await payer.balance('settlement'), await pulled()]).toEqual([OPENING_BALANCE, []]);
    expect(await payer.events(body.payout_id)).toEqual(['payout.created']);
  });

  it('is funded without surcharge and fee: all of it is paid out', async () => {
    const pricing = [{ payment_method_type: 'MANDATE', surcharge_fixed: 100, fee_fixed: 50 }];
    const recipient_account_id = await payer.app.settlementAccount('HKD', {
      payment_method_types: ['MANDATE'],
      mandate_integration_id: 'GW3',
      pricing,
    });
    const details = { mandate_id: mandate({ recipient_account_id }) };
    const { body } = await schedule({}, details);
    await advance(DAY_MS);
    expect(await payer.history(body.payout_id)).toContain('SUBMITTED');
    expect(
      await payer.app.rows('SELECT amount, surcharge_amount, fee_amount FROM payments'),
    ).toEqual([{ amount: AMOUNT, surcharge_amount: 0, fee_amount: 0 }]);
  });

  it('pulls its funds on that day and pays them out', async () => {
    const id = await scheduled();
    await advance(DAY_MS);
    expect(await pulled()).toMatchObject([
      { status: 'EXECUTED', external_transaction_reference: id },
    ]);
    expect(await payer.history(id)).toEqual(['CREATED', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED']);
    expect(await payer.transfers(id)).toEqual(['PAYOUT_HOLD']);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE);
    expect(await payer.balance('payout')).toBe(AMOUNT);
  });

  it("waits until the payer's bank decides about the direct debit, then goes on", async () => {
    mandates.bankStatus = 'PENDING';
    const id = await scheduled();
    // A clock that stands: no schedule asks.
    await advance(DAY_MS, plusMs(new Date(), DAY_MS));
    expect((await payer.read(id)).status).toBe('PROCESSING_FUNDS');
    expect(await payer.transfers(id)).toEqual([]);
    await report('EXECUTED');
    await payer.ends(id, 'SUBMITTED');
    expect(await pulled()).toHaveLength(1);
  });

  it('tries again after mandate was not available, and charges once', async () => {
    const id = await scheduled();
    mandates.away = true;
    await advance(DAY_MS);
    expect((await payer.read(id)).status).toBe('PROCESSING_FUNDS');
    mandates.away = false;
    await advance(DAY_MS + HOUR_MS);
    expect((await payer.read(id)).status).toBe('SUBMITTED');
    expect(await pulled()).toHaveLength(1);
  });

  it('is created once, however often it is requested', async () => {
    const copies = await Promise.all(Array.from({ length: 8 }, () => schedule({}, {}, 'one')));
    expect(new Set(copies.map(({ body }) => body.payout_id)).size).toBe(1);
    expect(await payer.traces()).toMatchObject({ payouts: 1, changes: 1 });
  });

  it('can be cancelled until its day, and is never confirmed', async () => {
    const id = await scheduled();
    expect(codeOf(await payer.act(id, 'confirm'))).toEqual([400, 'INVALID_PAYOUT_STATUS']);
    expect((await payer.act(id, 'cancel')).body.status).toBe('CANCELLED');
    await advance(2 * DAY_MS);
    expect([(await payer.read(id)).status, await pulled()]).toEqual(['CANCELLED', []]);
    const late = await schedule({}, { scheduled_date: dayFromNow(3) });
    await advance(4 * DAY_MS);
    expect(codeOf(await payer.act(late.body.payout_id, 'cancel'))).toEqual([
      400,
      'INVALID_PAYOUT_STATUS',
    ]);
  });
});

describe('a payout whose funds do not come', () => {
  const failedWith = async (id: string, code: string) => {
    const { error } = await payer.ends(id, 'FAILED');
    expect(error?.error_code).toBe(code);
    expect(await payer.transfers(id)).toEqual([]);
    expect(await payer.events(id)).toContain('payout.failed');
  };

  it('fails with the refusal of a mandate that has ended', async () => {
    const id = await scheduled();
    mandates.refusal = 'INVALID_MANDATE_STATUS';
    await advance(DAY_MS);
    await failedWith(id, 'INVALID_MANDATE_STATUS');
    expect(await pulled()).toEqual([]);
  });

  it('fails when the payer took the consent back', async () => {
    const id = await scheduled();
    await payer.app.send(`POST /payment_users/${tenantId}`, { autopay_consent: false });
    await advance(DAY_MS);
    await failedWith(id, 'AUTOPAY_CONSENT_REQUIRED');
  });

  it.each([
    ['FAILED', 'PAYMENT_METHOD_DECLINED'],
    ['REVOKED', 'INVALID_MANDATE_STATUS'],
    ['RETURNED', 'PAYMENT_METHOD_DECLINED'],
  ] as const)('fails when the charge is %s', async (bankStatus, code) => {
    mandates.bankStatus = 'PENDING';
    const id = await scheduled();
    await advance(DAY_MS);
    await report(bankStatus);
    await failedWith(id, code);
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE);
  });

  it('fails when its funds were taken in another way, and leaves them there', async () => {
    mandates.bankStatus = 'PENDING';
    const id = await scheduled();
    await advance(DAY_MS);
    await report('EXECUTED');
    await payer.create({ amount: OPENING_BALANCE + 1 });
    await failedWith(id, 'INSUFFICIENT_BALANCE');
    expect(await payer.balance('settlement')).toBe(AMOUNT - 1);
  });

  it('fails when a part of its funds was refunded before they were used', async () => {
    mandates.bankStatus = 'PENDING';
    await payer.app.send(`POST /payment_users/${payer.userId}`, { autopay_consent: true });
    const { userId: user_id, recipientAccountId: sender_account_id } = payer;
    const { body } = await schedule({}, { mandate_id: mandate({ user_id, sender_account_id }) });
    await advance(DAY_MS);
    await report('EXECUTED');
    const [funds] = await pulled();
    const refund = await send<{ status: string }>(service.publicUrl, {
      route: `POST /payments/${funds?.payment_id}/refunds`,
      token: payer.app.token,
      body: { amount: 500 },
      headers: { 'idempotency-key': 'refund' },
    });
    expect([refund.status, refund.body.status]).toEqual([200, 'SUBMITTED']);
    await failedWith(body.payout_id, 'INSUFFICIENT_BALANCE');
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE + AMOUNT - 500);
  });

  it('pulls nothing for a recipient who is gone', async () => {
    const id = await scheduled();
    await payer.app.send(`DELETE /payment_accounts/${payer.recipientAccountId}`);
    await advance(DAY_MS);
    await failedWith(id, 'PAYMENT_ACCOUNT_NOT_FOUND');
    expect(await pulled()).toEqual([]);
  });

  it('is sent anyway when its funds are returned afterwards', async () => {
    const id = await scheduled();
    await advance(DAY_MS);
    await report('RETURNED');
    await advance(DAY_MS);
    expect((await payer.read(id)).status).toBe('SUBMITTED');
    expect(await payer.balance('settlement')).toBe(OPENING_BALANCE - AMOUNT);
  });
});

describe('a refused schedule leaves nothing behind', () => {
  const unknown = newId<Id<'Unknown'>>(new Date());
  const refusals: [string, string, () => Promise<AnsweredPayout>][] = [
    ['an unknown mandate', 'MANDATE_NOT_FOUND', () => schedule({}, { mandate_id: unknown })],
    ['no mandate ID at all', 'MANDATE_NOT_FOUND', () => schedule({}, { mandate_id: 'x' })],
    [
      'a mandate that ended',
      'INVALID_MANDATE_STATUS',
      () => schedule({}, { mandate_id: mandate({ status: 'REVOKED' }) }),
    ],
    [
      'a mandate of another currency',
      'CURRENCY_MISMATCH',
      () => schedule({}, { mandate_id: mandate({ mandate_details: { currency: 'USD' } }) }),
    ],
    ['today', 'INVALID_REQUEST', () => schedule({}, { scheduled_date: dayFromNow(0) })],
    ['no day', 'INVALID_REQUEST', () => schedule({}, { scheduled_date: '2060-02-30' })],
    ['an amount of 0', 'INVALID_REQUEST', () => schedule({ amount: 0 })],
    [
      'an unknown recipient',
      'PAYMENT_ACCOUNT_NOT_FOUND',
      () => schedule({ recipient_account: { account_id: unknown } }),
    ],
    ['no Idempotency-Key', 'IDEMPOTENCY_KEY_REQUIRED', () => schedule({}, {}, null)],
  ];

  it.each(refusals)('%s: %s', async (_case, code, ask) => {
    const before = await payer.traces();
    expect(codeOf(await ask())).toEqual([400, code]);
    expect(await payer.traces()).toEqual(before);
  });

  it('a recipient that is kept in another currency', async () => {
    const account_id = await payer.account({ currencies: ['USD'] });
    const answer = await schedule({ recipient_account: { account_id } });
    expect(codeOf(answer)).toEqual([400, 'CURRENCY_MISMATCH']);
  });
});
