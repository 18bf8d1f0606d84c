/** @proves promise-3, submitHostedCard, createPayment, receiveCardCallback */
import { jest } from '@jest/globals';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { GapService } from '@towpath/reconciliation';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { PreparedAttemptsService } from '../src/links/card-attempts/prepared-attempts.service.js';
import { MeasureLateCaptures } from '../src/processes/late-captures/measure-late-captures.job.js';
import { tamper } from './books.fixture.js';
import { CARDS } from './cards.fixture.js';
import { linkBody, type Payer } from './payer.fixture.js';
import { send, TestPaymentLink } from './payment-link.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { connectStripe, StripeApp } from './stripe-app.fixture.js';
import { DECIDED_LATER, FAILS_CAPTURE, type StripeShop } from './stripe-shop.fixture.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_S = 86_400;
const OPEN = ['requires_capture', 'requires_action', 'processing'];

let service: TestPaymentLink;
let shop: StripeShop;
let app: StripeApp;

beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  // One for each test: each moves its clock, or breaks its keys.
  shop = await connectStripe(service);
  app = await StripeApp.of(service, shop);
});
afterEach(() => jest.restoreAllMocks());

/** As in a process that does not know of the payer's choice. */
function nothingIsPreparedAhead(): void {
  const ahead = service.app.get(PreparedAttemptsService);
  jest.spyOn(ahead, 'begin').mockImplementation(() => undefined);
}

describe('an ID that Stripe gave and we did not commit', () => {
  beforeEach(async () => {
    // Its call-back would make us repeat at once.
    await shop.settings({ webhooks: 'never' });
    nothingIsPreparedAhead();
  });

  const referencesHere = () =>
    app.app.rows<{ id: string }>('SELECT gateway_reference AS id FROM payment_attempts');

  it('is the same again for the same key', async () => {
    await shop.fault('POST payment_intents', 'lost');
    const payer = await app.payer();
    await app.pay(payer, CARDS.good);
    const [lost] = await app.intents();
    expect([lost?.status, await referencesHere()]).toEqual([
      'requires_payment_method',
      [{ id: null }],
    ]);
    await app.advanceTo(MINUTE_MS);
    await payer.reaches('COMPLETE');
    expect(await app.intents()).toMatchObject([{ id: lost?.id, status: 'succeeded' }]);
    expect(await referencesHere()).toEqual([{ id: lost?.id }]);
    expect(await app.moved()).toEqual([['charge', 12_500]]);
  });

  it('is left without money once Stripe forgot the key, and another one is confirmed', async () => {
    const card = await app.store(CARDS.good);
    await shop.fault('POST payment_intents', 'lost');
    const { body } = await app.charge(card);
    expect(body.status).toBe('PROCESSING');
    await shop.advance(DAY_S + 1);
    await app.advanceTo(MINUTE_MS);
    await eventually(async () => (await app.payment(body.payment_id)).status === 'EXECUTED');
    const [lost, confirmed, ...more] = await app.intents();
    expect([lost?.status, confirmed?.status, more]).toEqual([
      'requires_payment_method',
      'succeeded',
      [],
    ]);
    const charges = await app.app.rows('SELECT gateway_reference AS id FROM charges');
    expect(charges).toEqual([{ id: confirmed?.id }]);
    expect([await app.moved(), await app.booked()]).toEqual([
      [['charge', 9_900]],
      [['PAYMENT', 9_900]],
    ]);
  });

  it('and that a restored database lacks is adopted from the settlement', async () => {
    const payer = await app.payer();
    await app.pay(payer, CARDS.good);
    const [paid] = await app.intents();
    await restore();
    const gap = service.app.get(GapService, { strict: false });
    await gap.compare({ customerAppId: app.app.id, since: new Date(0), giveBack: false });
    await service.dueJobs.runFor(app.app.id);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(await referencesHere()).toEqual([{ id: paid?.id }]);
    expect(await app.booked()).toContainEqual(['PAYMENT', 12_500]);
    expect(await app.moved()).toEqual([['charge', 12_500]]);
  });

  /** The books before the payment had its outcome. */
  async function restore(): Promise<void> {
    const admin = new pg.Client({ connectionString: service.database.adminUrl });
    await admin.connect();
    const changes = [
      'DELETE FROM ledger_transfers WHERE customer_app_id = $1',
      `UPDATE payments SET status = 'FAILED' WHERE customer_app_id = $1`,
      `UPDATE payment_attempts SET status = 'FAILED', gateway_reference = NULL, follow_up_at = NULL
       WHERE customer_app_id = $1`,
      `UPDATE payment_links SET status = 'CREATED', open_attempt_id = NULL WHERE customer_app_id = $1`,
    ];
    try {
      for (const sql of changes) await tamper(admin, sql, [app.app.id]);
    } finally {
      await admin.end();
    }
  }
});

describe('a capture', () => {
  const late = () => service.app.get(MeasureLateCaptures).measure();
  const errorOf = ({ payment }: Awaited<ReturnType<Payer['readLink']>>) => payment?.error;

  it('that does not end is counted after an hour, until its hold ends with a code of its own', async () => {
    await shop.fault('POST payment_intents/*/capture', 'before', 50);
    const payer = await app.payer();
    await app.pay(payer, CARDS.good);
    const { payment } = await payer.readLink();
    const { status, payment_details: details } = await app.payment(payment?.payment_id);
    expect([status, details?.processor_details?.result?.last_action]).toEqual([
      'SUBMITTED',
      expect.stringMatching(/^held until \d{4}-/),
    ]);
    await app.advanceTo(59 * MINUTE_MS);
    expect(await late()).toBe(0);
    await app.advanceTo(HOUR_MS + MINUTE_MS);
    expect(await late()).toBe(1);
    await shop.settings({ faults: [] });
    await shop.advance(8 * DAY_S);
    await app.advanceTo(3 * HOUR_MS);
    const ended = await eventually(async () => {
      const { session_status: session, ...link } = await payer.readLink();
      return session !== 'PROCESSING' && link;
    });
    expect((await app.payment(payment?.payment_id)).error?.error_code).toBe(
      'AUTHORIZATION_EXPIRED',
    );
    expect(ended.status).toBe('CREATED');
    expect([await late(), await app.moved(), await app.booked()]).toEqual([0, [], []]);
  });

  it('that the bank refuses fails the payment, and the payer can pay again', async () => {
    const payer = await app.payer();
    await app.pay(payer, FAILS_CAPTURE);
    const first = await payer.readLink();
    expect(errorOf(first)?.error_code).toBe('PAYMENT_METHOD_DECLINED');
    await app.pay(payer, CARDS.good);
    await payer.reaches('COMPLETE');
    expect((await app.intents()).map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
    expect([await app.moved(), await app.booked()]).toEqual([
      [['charge', 12_500]],
      [['PAYMENT', 12_500]],
    ]);
  });

  it('that fails after its success takes the money back once, by a call-back alone', async () => {
    const payer = await app.payer();
    await app.pay(payer, CARDS.good);
    const { payment } = await payer.reaches('COMPLETE');
    const [intent] = await app.intents();
    await shop.loseCapture(intent?.id ?? null);
    const returned = await eventually(async () => {
      const read = await app.payment(payment?.payment_id);
      return read.amount_returned !== undefined && read;
    });
    expect(returned).toMatchObject({ status: 'EXECUTED', amount_returned: 12_500 });
    expect(await app.booked()).toEqual([
      ['PAYMENT', 12_500],
      ['RETURN', 12_500],
    ]);
    expect(await app.moved()).toEqual([
      ['charge', 12_500],
      ['payment_failure_refund', -12_500],
    ]);
    await app.advanceTo(2 * HOUR_MS);
    expect(await app.differences()).toEqual([]);
  });
});

it('a bank that decides later is waited for, and then the payment is taken', async () => {
  const payer = await app.payer();
  const { body } = await app.pay(payer, DECIDED_LATER);
  expect(body.session_status).toBe('PROCESSING');
  const [intent] = await app.intents();
  await shop.control('intent', { id: intent?.id, decision: 'approve' });
  await payer.reaches('COMPLETE');
  expect(await app.booked()).toEqual([['PAYMENT', 12_500]]);
});

describe('an account at Stripe', () => {
  const payAt = async (payee: StripeApp, account: string) => {
    const payer = await payee.payer();
    await payee.pay(payer, CARDS.good, account);
    return (await payer.reaches('COMPLETE')).payment?.payment_id ?? '';
  };

  it('that the settlement account left before its first reading is read, and used by its payments', async () => {
    const left = `${shop.account}Left`;
    await app.settleAt({ gateway_account: left });
    const paymentId = await payAt(app, left);
    await app.settleAt({ gateway_account: `${shop.account}Next` });
    await send(service.publicUrl, {
      route: `POST /payments/${paymentId}/refunds`,
      token: app.app.token,
      body: { amount: 2_500 },
      headers: { 'idempotency-key': 'refund' },
    });
    expect(await shop.list('refunds', left)).toHaveLength(1);
    await shop.control('payout', { currency: 'hkd', account: left });
    await app.advanceTo(2 * HOUR_MS);
    expect(await app.entries()).toEqual([
      { kind: 'CHARGE', gateway_account: left, payment_id: paymentId },
      { kind: 'REFUND', gateway_account: left, payment_id: paymentId },
    ]);
    expect(await app.booked()).toContainEqual(['PROCESSOR_PAYOUT', 9_340]);
    expect(await app.differences()).toEqual([]);
  });

  it('that two apps name shows neither what is of the other one, nor what names no app', async () => {
    const shared = `${shop.account}Both`;
    const apps = [app, await StripeApp.of(service, shop)];
    for (const each of apps) await each.settleAt({ gateway_account: shared });
    const ids = [await payAt(apps[0] ?? app, shared), await payAt(apps[1] ?? app, shared)];
    const fee = { type: 'stripe_fee', amount: -100, currency: 'hkd' };
    await shop.control('entry', { ...fee, account: shared });
    await shop.control('payout', { currency: 'hkd', account: shared });
    for (const [at, each] of apps.entries()) {
      await each.advanceTo(2 * HOUR_MS);
      expect(await each.entries()).toEqual([
        { kind: 'CHARGE', gateway_account: shared, payment_id: ids[at] },
      ]);
      const payouts = await each.app.rows('SELECT amount - others AS own FROM processor_payouts');
      expect([payouts, await each.differences()]).toEqual([[{ own: 11_840 }], []]);
    }
  });
});

it('a key that ends between preparation and submission takes nothing, and ends the payment once it is mended', async () => {
  const { secretKey } = shop.credentials;
  const payer = await app.payer();
  const { body } = await payer.select();
  await eventually(async () => (await app.intents()).length === 1);
  const token = await shop.tokenize(CARDS.good);
  shop.credentials.secretKey = 'sk_test_nobody_revoked';
  await payer.submitToken(body.attempt_id, { token, last4: '4242' });
  await app.advanceTo(61 * MINUTE_MS);
  expect((await payer.readLink()).session_status).toBe('PROCESSING');
  shop.credentials.secretKey = secretKey;
  shop.aheadMs += MINUTE_MS;
  await app.advanceTo(2 * HOUR_MS);
  const { payment } = await payer.readLink();
  expect([payment?.status, payment?.error?.error_code]).toEqual(['FAILED', 'SERVICE_UNAVAILABLE']);
  await app.pay(payer, CARDS.good);
  await payer.reaches('COMPLETE');
  expect(await app.moved()).toEqual([['charge', 12_500]]);
});

describe('bad input', () => {
  let lines: string[];
  beforeEach(async () => {
    // One question at a time.
    await shop.settings({ webhooks: 'never' });
    nothingIsPreparedAhead();
    lines = [];
    const logger = service.app.get<Logger>(LOGGER);
    for (const level of ['warn', 'error'] as const)
      jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => {
        // What other apps left behind is due in the background.
        if (JSON.stringify(line).includes(app.app.id)) lines.push(JSON.stringify(line));
      });
  });

  /** What both of us logged: one line, and no secret in it. */
  function expectOneLine(): void {
    const all = [...shop.lines, ...lines];
    expect(all).toHaveLength(1);
    expect(all.join('')).not.toMatch(/sk_test|_secret_|ctoken_|whsec_/);
  }

  async function expectNothingHeld(): Promise<void> {
    const open = (await app.intents()).filter(({ status }) => OPEN.includes(status));
    expect([open, await app.moved(), await app.booked()]).toEqual([[], [], []]);
  }

  it.each([
    ['a wrong key', {}, 'sk_test_nobody_revoked'],
    ['a wrong account', { gateway_account: 'acct_stranger' }, null],
  ])('%s takes nothing, and the payment goes on once it is mended', async (_, account, key) => {
    const { secretKey } = shop.credentials;
    await app.settleAt(account);
    const payer = await app.payer();
    const { body: selected } = await payer.select();
    const token = await shop.tokenize(CARDS.good);
    if (key !== null) shop.credentials.secretKey = key;
    const { status, body } = await payer.submitToken(selected.attempt_id, { token, last4: '4242' });
    expect([status, body.session_status]).toEqual([200, 'PROCESSING']);
    expectOneLine();
    await app.advanceTo(61 * MINUTE_MS);
    const { payment, session_status: session } = await payer.readLink();
    expect([session, payment?.status, payment?.error?.error_code]).toEqual([
      'FAILED',
      'FAILED',
      'SERVICE_UNAVAILABLE',
    ]);
    await expectNothingHeld();
    shop.credentials.secretKey = secretKey;
    await app.settleAt();
    shop.aheadMs += MINUTE_MS;
    await app.pay(payer, CARDS.good);
    await payer.reaches('COMPLETE');
    expect(await app.moved()).toEqual([['charge', 12_500]]);
  });

  it.each([
    ['an amount below the smallest one', { amount: 100, currency: 'HKD' }],
    ['a currency that the account does not take', { amount: 12_500, currency: 'GEL' }],
  ])('%s fails the payment, and takes nothing', async (_, { amount, currency }) => {
    await app.settleAt({ currency });
    const payer = await app.payer(linkBody({ amount, currency }));
    await app.pay(payer, CARDS.good);
    const { payment } = await payer.readLink();
    expect([payment?.status, payment?.error?.error_code]).toEqual(['FAILED', 'INVALID_REQUEST']);
    expectOneLine();
    await expectNothingHeld();
  });

  it('a currency that Stripe does not have is refused at once', async () => {
    const card = await app.store(CARDS.good);
    await app.settleAt({ currencies: ['HKD', 'LYD'] });
    const { status, body } = await app.charge(card, 'LYD');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        error: expect.objectContaining({ error_code: 'CURRENCY_MISMATCH' }) as object,
      }),
    ]);
    await expectNothingHeld();
  });

  it('a deleted customer fails the charge of the stored card', async () => {
    const card = await app.store(CARDS.good);
    const [stored] = await app.app.rows<{ customer: string }>(
      `SELECT integration_metadata #>> '{gw4_metadata,customer,id}' AS customer FROM payment_methods`,
    );
    await shop.send(`DELETE /v1/customers/${stored?.customer}`);
    shop.lines.length = 0;
    lines.length = 0;
    const { body } = await app.charge(card);
    expect([body.status, body.error?.error_code]).toEqual(['FAILED', 'PAYMENT_METHOD_DECLINED']);
    expectOneLine();
    await expectNothingHeld();
  });

  it('a card whose bank wants the payer, who is absent, fails the charge', async () => {
    const card = await app.store('4000002760003184');
    shop.lines.length = 0;
    lines.length = 0;
    const { body } = await app.charge(card);
    expect([body.status, body.error?.error_code]).toEqual(['FAILED', 'AUTHENTICATION_REQUIRED']);
    expectOneLine();
    await expectNothingHeld();
  });
});
