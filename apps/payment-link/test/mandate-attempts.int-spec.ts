import { linkBody, setupBody, type Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import {
  ask,
  attemptsOf,
  chooseType,
  confirm,
  debitAccount,
  debitPayer,
  offeredTo,
} from './direct-debit-payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const DAY_MS = 86_400_000;

let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
beforeAll(async () => {
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ mandateUrl: mandates.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(async () => {
  mandates.away = false;
  app = await service.customerApp([]);
  accountId = await debitAccount(app);
});

const typesOffered = async (body: object) =>
  (await offeredTo(await debitPayer(app, body))).map((method) => method.payment_method_type);

/** A payer who is about to authorize a mandate, and its ID. */
async function authorizing(body: object = linkBody()): Promise<[Payer, string]> {
  const payer = await debitPayer(app, body);
  const { status, body: chosen } = await chooseType(payer, 'MANDATE');
  expect([status, chosen.mandate_id]).toEqual([200, expect.stringMatching(/^[0-9A-Z]{26}$/)]);
  return [payer, chosen.mandate_id ?? ''];
}

describe('a link offers direct debit', () => {
  it('as well as cards, on accounts that accept it', async () => {
    const offered = await offeredTo(await debitPayer(app));
    expect(offered.map((method) => method.payment_method_type)).toEqual(['CARD', 'MANDATE']);
    expect(offered[1]).toEqual({
      payment_method_type: 'MANDATE',
      recurring: false,
      payment_account_id: accountId,
      payment_method_subtype: 'MANDATE_GENERIC',
      payment_method_provider: 'GW3',
      surcharge_amount: 0,
    });
    expect(await typesOffered(setupBody())).toEqual(['CARD', 'MANDATE']);
  });

  it.each([
    ['the link is limited to cards', { payment_method_types: ['CARD'] }],
    ['its limit is below the amount', limited({ max_transaction_amount: 12_499 })],
    ['its first day is yet to come', { mandate_details: { start_date: '2999-01-01' } }],
  ])('unless %s', async (_, options) => {
    const payment_setup_options = { future_payments: 'CLICK_TO_PAY', ...options };
    expect(await typesOffered(linkBody({ payment_setup_options }))).toEqual(['CARD']);
  });

  it('on the account of the business unit that was asked for', async () => {
    const other = await debitAccount(app, { business_units: ['shop-2'] });
    const payment_setup_options = {
      future_payments: 'AUTOPAY',
      payment_method_types: ['MANDATE'],
      recipient_account_filters: { business_unit: 'shop-2' },
    };
    const offered = await offeredTo(await debitPayer(app, setupBody({ payment_setup_options })));
    expect(offered).toMatchObject([{ payment_account_id: other, recurring: true }]);
  });
});

function limited(transaction_limits: object): object {
  return { mandate_details: { transaction_limits } };
}

describe('choosing direct debit', () => {
  it('drafts a mandate for this one payment, once for all tabs', async () => {
    const [payer, mandateId] = await authorizing();
    const again = await chooseType(payer, 'MANDATE');
    expect(again.body).toMatchObject({
      mandate_id: mandateId,
      mandate_token: `token of ${mandateId}`,
      mandate_token_expires_in: 1800,
    });
    expect(mandates.drafts.get(mandateId)).toMatchObject({
      customer_app_id: app.id,
      payment_link_id: payer.linkId,
      recipient_account_id: accountId,
      user_type: 'INDIVIDUAL',
      live: false,
      currency: 'HKD',
      mandate_details: {
        transaction_limits: { max_transaction_amount: 12_500, max_period_count: 1 },
        description: 'Rent',
      },
    });
    expect(mandates.drafts.get(mandateId)).not.toHaveProperty('payment_method_id');
    const page = { language: 'en', country: 'HKG' };
    expect(mandates.tokens[0]).toEqual({ customer_app_id: app.id, ...page });
    expect(await attemptsOf(app, payer.linkId)).toEqual([
      { status: 'SELECTED', mandate_id: mandateId, payment_status: 'AUTHORIZATION_REQUIRED' },
    ]);
    expect(await payer.view()).toMatchObject({
      session_status: 'OPEN',
      money_moved: 'NO',
      attempt: { payment_method_type: 'MANDATE', status: 'AUTHORIZATION_REQUIRED' },
    });
    const { payment } = await payer.readLink();
    expect(payment).toMatchObject({ type: 'MANDATE', payment_details: { mandate_id: mandateId } });
    expect(payment).not.toHaveProperty('payment_method_id');
  });

  it('asks for what the set-up options say', async () => {
    const details = { end_date: '2999-12-31', description: 'Gym', ...limits(500) };
    const payment_setup_options = { future_payments: 'AUTOPAY', mandate_details: details };
    const [payer, mandateId] = await authorizing(setupBody({ payment_setup_options }));
    expect(mandates.drafts.get(mandateId)).toMatchObject({ mandate_details: details });
    const [attempt] = await app.rows<{ payment_method_id: string }>(
      `SELECT payment_method_id FROM payment_attempts WHERE payment_link_id = $1`,
      [payer.linkId],
    );
    expect(mandates.drafts.get(mandateId)?.payment_method_id).toBe(attempt?.payment_method_id);
  });

  it('is refused clearly while the service of mandates is away, and can be tried again', async () => {
    const payer = await debitPayer(app);
    mandates.away = true;
    const refused = await chooseType(payer, 'MANDATE');
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { error_code: 'SERVICE_UNAVAILABLE' } },
    });
    expect(await payer.readLink()).toMatchObject({ status: 'CREATED', session_status: 'OPEN' });
    mandates.away = false;
    const { status, body } = await chooseType(payer, 'MANDATE');
    const [attempt] = await attemptsOf(app, payer.linkId);
    expect([status, body.mandate_id]).toEqual([200, attempt?.mandate_id]);
    expect(await attemptsOf(app, payer.linkId)).toHaveLength(1);
  });

  it('cannot be submitted as a card', async () => {
    const payer = await debitPayer(app);
    const { body } = await chooseType(payer, 'MANDATE');
    const { status } = await payer.call('POST /submit_payment_method', body);
    expect(status).toBe(400);
    expect(await attemptsOf(app, payer.linkId)).toMatchObject([{ status: 'SELECTED' }]);
  });
});

const limits = (amount: number) => ({ transaction_limits: { max_transaction_amount: amount } });

describe('whether a mandate may go live', () => {
  it('is yes for the current attempt, however often it is asked', async () => {
    const [payer, mandateId] = await authorizing();
    expect(await confirm(app, payer.linkId, mandateId)).toBe(true);
    expect(await confirm(app, payer.linkId, mandateId)).toBe(true);
    expect(await attemptsOf(app, payer.linkId)).toMatchObject([
      { status: 'CONFIRMED', payment_status: 'PROCESSING' },
    ]);
    expect(await payer.readLink()).toMatchObject({ session_status: 'PROCESSING' });
    expect(await payer.view()).toMatchObject({
      attempt: { status: 'PROCESSING' },
      money_moved: 'UNKNOWN',
    });
  });

  it.each([
    ['chose a card', (payer: Payer) => chooseType(payer, 'CARD')],
    ['went back', (payer: Payer) => payer.call('POST /change_payment_method', {})],
    [
      'lost the link to a cancel',
      (payer: Payer) => app.send(`POST /payment_links/${payer.linkId}/cancel`),
    ],
    ['came after the last day of the link', () => app.moveClock(31 * DAY_MS)],
  ])('is no once the payer %s', async (_, happens) => {
    const [payer, mandateId] = await authorizing();
    await happens(payer);
    expect(await confirm(app, payer.linkId, mandateId)).toBe(false);
    expect(await confirm(app, payer.linkId, mandateId)).toBe(false);
  });

  it('is no for a mandate of another link, of another app, and for one that is unknown', async () => {
    const [payer] = await authorizing();
    const [, other] = await authorizing();
    expect(await confirm(app, payer.linkId, other)).toBe(false);
    expect(await confirm(app, payer.linkId, payer.linkId)).toBe(false);
    expect(await confirm(app, 'nonsense', other)).toBe(false);
    const nonsense = { linkId: payer.linkId, mandateId: 'nonsense', caller: 'mandate' };
    expect((await ask(app, nonsense)).status).toBe(400);
    const stranger = await service.customerApp([]);
    expect(await confirm(stranger, payer.linkId, other)).toBe(false);
  });

  it('can be asked only by the mandate service', async () => {
    const [{ linkId }, mandateId] = await authorizing();
    expect((await ask(app, { linkId, mandateId, caller: 'dispute' })).status).toBe(403);
  });

  it('binds the link: no other method, cancellation or expiry is possible', async () => {
    const [payer, mandateId] = await authorizing();
    await confirm(app, payer.linkId, mandateId);
    const refused = { status: 400, body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } } };
    expect(await chooseType(payer, 'CARD')).toMatchObject(refused);
    expect(await payer.call('POST /change_payment_method', {})).toMatchObject(refused);
    expect(await app.send(`POST /payment_links/${payer.linkId}/cancel`)).toMatchObject(refused);
    mandates.statuses.set(mandateId, 'SUBMITTED');
    await app.moveClock(31 * DAY_MS);
    await service.dueJobs.runFor(app.id);
    expect(await attemptsOf(app, payer.linkId)).toMatchObject([{ status: 'CONFIRMED' }]);
    expect(await payer.readLink()).toMatchObject({ status: 'CREATED' });
  });
});
