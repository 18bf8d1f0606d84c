import type { ErrorEnvelope } from '@towpath/contracts';
import type {
  AvailablePaymentMethod,
  PaymentResponse,
  RefundResponse,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import type { PaymentAccountId } from '@towpath/kernel';
import pg from 'pg';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

const DUE = 12_500;
/** 30 and 2.5 %: 312.5 is rounded to the even 312. */
const SURCHARGE = 342;
const TOTAL = DUE + SURCHARGE;
/** 10 and 1 % of the total. */
const FEE = 138;
const BY_CARD = {
  payment_method_type: 'CARD',
  surcharge_fixed: 30,
  surcharge_basis_points: 250,
  fee_fixed: 10,
  fee_basis_points: 100,
};
const PRICING = [BY_CARD, { payment_method_type: 'MANUAL', surcharge_fixed: 50 }];
const CARD = { token: 'tok', last4: '4242' };

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
  accountId = (await charges(PRICING)) as PaymentAccountId;
});
afterEach(async () => {
  const verify = service.app.get(LedgerVerificationReads, { strict: false });
  expect(await verify.verify(app.id)).toEqual([]);
});

/** The operator configures the account, which is made by the first call. */
const charges = (pricing: object[], members: object = {}) =>
  app.settlementAccount('HKD', { pricing, ...members });
const open = (members: object = {}) => Payer.of(app, {} as TestSandbox, linkBody(members));

const choose = (payer: Payer, members: object = {}) =>
  payer.call<SelectPaymentMethodResponse & ErrorEnvelope>('POST /select_payment_method', {
    payment_account_id: accountId,
    payment_method_type: 'CARD',
    ...members,
  });
const offered = async (payer: Payer) => {
  const { body } = await payer.call<{ available_payment_methods: AvailablePaymentMethod[] }>(
    'GET /available_payment_methods',
  );
  return body.available_payment_methods.map(
    ({ payment_method_type: type, surcharge_amount: surcharge }) => [type, surcharge],
  );
};

async function pay(payer: Payer): Promise<{ paymentId: string; reference: string }> {
  const { body } = await choose(payer);
  await payer.submitToken(body.attempt_id, CARD);
  const { payment } = await payer.readLink();
  return { paymentId: payment?.payment_id ?? '', reference: body.attempt_id };
}

const payment = async (id: string) => (await app.send<PaymentResponse>(`GET /payments/${id}`)).body;

let keys = 0;
const refund = (paymentId: string, body: object) =>
  send<RefundResponse & ErrorEnvelope>(service.publicUrl, {
    route: `POST /payments/${paymentId}/refunds`,
    token: app.token,
    body,
    headers: { 'idempotency-key': `surcharge-${(keys += 1)}` },
  });

/** What the customer app is owed, what is kept of it, what is disputed, what clears. */
function books(): Promise<number[]> {
  const balance = service.app.get(LedgerReads, { strict: false });
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'FEES', 'DISPUTED', 'CLEARING'];
  return service.transactions.forApp(app.id, async (tx) => {
    const balances: number[] = [];
    for (const kind of kinds) {
      balances.push(await balance.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return balances;
  });
}

/** Past every trigger: as books were before there were fees. */
async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  await admin.query(`SET session_replication_role = replica; ${sql}`);
  await admin.end();
}

describe('a payment with a surcharge and a fee', () => {
  it('shows the surcharge before it is paid, and is charged and booked with both once', async () => {
    const payer = await open();
    expect(await offered(payer)).toEqual([
      ['CARD', SURCHARGE],
      ['MANUAL', 50],
    ]);
    expect((await choose(payer)).body.surcharge_amount).toBe(SURCHARGE);
    expect((await payer.view()).attempt?.surcharge_amount).toBe(SURCHARGE);
    const { paymentId, reference } = await pay(payer);
    expect(gateway.book(reference).amount).toBe(TOTAL);
    expect(await payment(paymentId)).toMatchObject({
      status: 'EXECUTED',
      amount: DUE,
      surcharge_amount: SURCHARGE,
      amount_total_with_surcharge: TOTAL,
      fees: [
        { amount: SURCHARGE, currency: 'HKD', paid_by: 'SENDER' },
        { amount: FEE, currency: 'HKD', paid_by: 'RECIPIENT', paid_by_account_id: accountId },
      ],
    });
    expect(await books()).toEqual([TOTAL - FEE, FEE, 0, -TOTAL]);
  });

  it('by transfer is paid by the total, and by nothing less', async () => {
    const payer = await open();
    await choose(payer, { payment_method_type: 'MANUAL' });
    const { attempt } = await payer.view();
    expect(attempt?.surcharge_amount).toBe(50);
    const arrive = async (amount: number) => {
      const body = { reference: attempt?.transfer?.reference, amount, currency: 'HKD' };
      const answer = await app.send<{ outcome: string }>('POST /testing/incoming_transfers', body);
      return answer.body.outcome;
    };
    expect([await arrive(DUE), await arrive(DUE + 50)]).toEqual(['RETURNED', 'PAID']);
    expect(await books()).toEqual([DUE + 50, 0, 0, -DUE - 50]);
  });

  it('without the payer has them too; a set-up has none', async () => {
    const payer = await Payer.of(app, {} as TestSandbox, setupBody());
    expect(await offered(payer)).toEqual([['CARD', undefined]]);
    const { body } = await choose(payer);
    expect(body.surcharge_amount).toBeUndefined();
    await payer.submitToken(body.attempt_id, CARD);
    const { payment_method: method, sender } = await payer.readLink();
    await app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
    const { body: charged } = await app.send<PaymentResponse>('POST /payments', {
      amount: 1_000,
      currency: 'HKD',
      payment_method_id: method?.payment_method_id,
      payment_details: {},
    });
    expect(charged).toMatchObject({ surcharge_amount: 55, amount_total_with_surcharge: 1_055 });
    expect(await books()).toEqual([1_055 - 21, 21, 0, -1_055]);
  });

  it('is never refunded nor disputed beyond what was paid; the fee stays', async () => {
    const { paymentId, reference } = await pay(await open());
    const tooMuch = await refund(paymentId, { amount: TOTAL + 1 });
    expect(tooMuch.status).toBe(400);
    const part = await refund(paymentId, { amount: 342 });
    expect([part.status, part.body.status]).toEqual([200, 'EXECUTED']);
    const dispute = new PublishedDispute(service, app, {
      payment_id: paymentId,
      amount: TOTAL * 2,
    });
    await dispute.moves('ACTION_REQUIRED');
    expect(await books()).toEqual([-1_500 - FEE, FEE, DUE + 1_500, -DUE]);
    await dispute.moves('WON');
    expect((await refund(paymentId, {})).body).toMatchObject({ amount: DUE, status: 'EXECUTED' });
    const back = [...gateway.book(reference).refunds.values()].reduce((a, b) => a + b, 0);
    expect(back).toBe(TOTAL);
    expect(await books()).toEqual([-FEE, FEE, 0, 0]);
  });
});

describe('a configuration that changes', () => {
  it('between the page and the choice is reported, and nothing is written', async () => {
    const payer = await open();
    await charges([{ ...BY_CARD, surcharge_fixed: 31 }]);
    const { status, body } = await choose(payer, { surcharge_amount: SURCHARGE });
    expect([status, body.error?.error_code]).toEqual([400, 'SURCHARGE_CHANGED']);
    expect(await app.rows('SELECT FROM payment_attempts')).toEqual([]);
    expect((await choose(payer, { surcharge_amount: SURCHARGE + 1 })).status).toBe(200);
  });

  it('after the choice does not change what was shown', async () => {
    const payer = await open();
    const first = (await choose(payer, { surcharge_amount: SURCHARGE })).body.attempt_id;
    await charges([]);
    for (const shown of [{ surcharge_amount: SURCHARGE }, {}]) {
      expect((await choose(payer, shown)).body.attempt_id).toBe(first);
    }
    await payer.submitToken(first, CARD);
    expect(gateway.book(first).amount).toBe(TOTAL);
    expect(await books()).toEqual([TOTAL - FEE, FEE, 0, -TOTAL]);
  });

  it('is what the payer pays once the page shows it', async () => {
    const payer = await open();
    const first = (await choose(payer)).body.attempt_id;
    await charges([]);
    const { attempt_id: second } = (await choose(payer, { surcharge_amount: 0 })).body;
    expect(second).not.toBe(first);
    await payer.submitToken(second, CARD);
    expect(gateway.book(second).amount).toBe(DUE);
    expect(await books()).toEqual([DUE, 0, 0, -DUE]);
  });

  it('opens the account of fees in books that lack it', async () => {
    await asAdmin("DELETE FROM ledger_accounts WHERE kind = 'FEES'");
    await charges([BY_CARD]);
    await pay(await open());
    expect(await books()).toEqual([TOTAL - FEE, FEE, 0, -TOTAL]);
  });
});

describe('the limits of a direct debit', () => {
  it.each([
    [DUE + 99, false],
    [DUE + 100, true],
  ])('of %i: takes the total is %p', async (most, isOffered) => {
    const pricing = [{ payment_method_type: 'MANDATE', surcharge_fixed: 100 }];
    const types = ['CARD', 'MANDATE'];
    await charges(pricing, { payment_method_types: types, mandate_integration_id: 'GW3' });
    const limits = { max_transaction_amount: most };
    const options = { future_payments: 'AUTOPAY', mandate_details: { transaction_limits: limits } };
    const payer = await open({ payment_setup_options: options });
    const methods = (await offered(payer)).map(([type]) => type);
    expect(methods.includes('MANDATE')).toBe(isOffered);
  });
});

describe('pricing that means nothing', () => {
  it.each([
    ['a fixed sum in two currencies', { currencies: ['HKD', 'USD'], pricing: PRICING }],
    ['more than all', { pricing: [{ payment_method_type: 'CARD', fee_basis_points: 10_001 }] }],
    ['less than nothing', { pricing: [{ payment_method_type: 'CARD', surcharge_fixed: -1 }] }],
  ])('is refused: %s', async (_name, members) => {
    await expect(app.settlementAccount('HKD', members)).rejects.toThrow('400');
    expect((await app.rows('SELECT FROM settlement_account_audit')).length).toBe(1);
  });
});
