/**
 * @proves selectHostedPaymentMethod, submitHostedCard, changeHostedPaymentMethod
 * @proves startHostedChallenge, returnFromHostedChallenge, listPaymentMethods, getPaymentMethod
 * @proves cancelPaymentMethod
 */
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { forged } from '@towpath/testing';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { PAGES_URL, send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  app = await service.customerApp(['HKD', 'JPY', 'KWD']);
}, START_MS);
afterAll(() => service?.end());

const payerOf = (body?: object) => Payer.of(app, sandbox, body);

async function eventsOf(id: string | undefined): Promise<string[]> {
  const rows = await app.rows<{ event_name: string; sequence: number }>(
    `SELECT event_name, sequence FROM outbox WHERE message_key = $1 ORDER BY sequence`,
    [id],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ event_name }) => event_name);
}

async function transfersOf(paymentId: string | undefined): Promise<[string, number][]> {
  const rows = await app.rows<{ kind: string; amount: number }>(
    `SELECT kind, amount FROM ledger_transfers WHERE payment_id = $1 ORDER BY kind`,
    [paymentId],
  );
  return rows.map(({ kind, amount }) => [kind, amount]);
}

describe('paying a link by card', () => {
  it('executes the payment, writes the ledger and marks the link, with events in order', async () => {
    const payer = await payerOf();
    expect(await payer.view()).toMatchObject({ status: 'CREATED', money_moved: 'NO', live: false });
    const paid = await payer.pay(CARDS.good);
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' },
    });
    expect(paid.body.attempt).toMatchObject({ status: 'EXECUTED', card: { last4: '4242' } });
    const { payment, ...link } = await payer.readLink();
    expect(link).toMatchObject({ status: 'PAID', session_status: 'COMPLETE' });
    expect(link).not.toHaveProperty('payment_method');
    expect(payment).toMatchObject({
      status: 'EXECUTED',
      type: 'CARD',
      amount: 12_500,
      surcharge_amount: 0,
      amount_total_with_surcharge: 12_500,
      live: false,
      metadata: { invoice: '1' },
      payment_details: {
        description: 'Rent',
        external_transaction_reference: 'INV-1',
        processor_details: { processor_id: 'GW1', auth_code: expect.any(String) as string },
      },
      payment_method: {
        card: { card_details: { brand: 'Visa', last4: '4242', funding: 'CREDIT', country: 'HK' } },
      },
      sender: { user_type: 'INDIVIDUAL', name: 'Chan Tai Man' },
      recipient_account: { settlement_account_reference: 'HKD' },
      recipient: { name: 'Harbour Books' },
    });
    expect(payment).not.toHaveProperty('payment_method_id');
    const { body } = await app.send<PaymentResponse>(`GET /payments/${payment?.payment_id}`);
    expect(body).toEqual(payment);
    expect(await eventsOf(payer.linkId)).toEqual(['payment_link.created', 'payment_link.paid']);
    expect(await eventsOf(payment?.payment_id)).toEqual([
      'payment.created',
      'payment.authorization_started',
      'payment.authorized',
      'payment.submitted',
      'payment.executed',
    ]);
    expect(await transfersOf(payment?.payment_id)).toEqual([['PAYMENT', 12_500]]);
    expect(await sandbox.ledger(app.id)).toContainEqual(
      expect.objectContaining({ payment_id: payment?.payment_id, charged: 12_500, captures: 1 }),
    );
  });

  it.each([
    ['JPY', 1],
    ['KWD', 1_234],
  ])('charges minor units of %s', async (currency, amount) => {
    const payer = await payerOf(linkBody({ currency, amount }));
    await payer.pay(CARDS.good);
    const { payment } = await payer.readLink();
    expect(await transfersOf(payment?.payment_id)).toEqual([['PAYMENT', amount]]);
  });

  it.each([
    [CARDS.declined, 'PAYMENT_METHOD_DECLINED', 'generic_decline'],
    [CARDS.poor, 'INSUFFICIENT_FUNDS', 'insufficient_funds'],
    [CARDS.expired, 'PAYMENT_METHOD_EXPIRED', 'expired_card'],
  ])('%s fails with %s and can be tried again', async (number, code, processorCode) => {
    const payer = await payerOf();
    const failed = await payer.pay(number);
    expect(failed.body).toMatchObject({
      status: 'CREATED',
      session_status: 'FAILED',
      money_moved: 'NO',
      attempt: { status: 'FAILED', error: { error_code: code } },
    });
    const { payment } = await payer.readLink();
    expect(payment).toMatchObject({
      status: 'FAILED',
      error: { type: 'API_ERROR', error_code: code },
      payment_details: { processor_details: { result: { decline_code: processorCode } } },
    });
    expect(await eventsOf(payment?.payment_id)).toContain('payment.failed');
    expect((await payer.pay(CARDS.good)).body.status).toBe('PAID');
    const paid = await payer.readLink();
    expect(paid.payment?.payment_id).not.toBe(payment?.payment_id);
    expect(await transfersOf(payment?.payment_id)).toEqual([]);
  });

  it('fails when the capture fails after a successful authorization', async () => {
    const payer = await payerOf();
    const { body } = await payer.pay(CARDS.captureFails);
    expect(body).toMatchObject({ session_status: 'FAILED', attempt: { status: 'FAILED' } });
    const { payment } = await payer.readLink();
    expect(await eventsOf(payment?.payment_id)).toEqual([
      'payment.created',
      'payment.authorization_started',
      'payment.authorized',
      'payment.submitted',
      'payment.failed',
    ]);
  });

  it('takes five cards, then no more', async () => {
    const payer = await payerOf();
    for (let i = 0; i < 5; i += 1) await payer.pay(CARDS.declined);
    const { status, headers, body } = await payer.pay(CARDS.good);
    expect([status, headers.has('retry-after')]).toEqual([429, true]);
    expect(body).toMatchObject({ error: { error_code: 'RATE_LIMITED' } });
    expect((await payer.view()).used_up_payment_method_types).toEqual(['CARD']);
  });
});

const openedBy = (token: string) =>
  send(service.publicUrl, { route: 'POST /payment_links/hosted/session', body: { token } });

describe('a challenge of the bank', () => {
  it('that is approved pays the link through the call-back', async () => {
    const payer = await payerOf();
    const { body } = await payer.pay(CARDS.challenged);
    expect(body).toMatchObject({ session_status: 'PROCESSING', money_moved: 'UNKNOWN' });
    await payer.decide(body, 'approve');
    const link = await payer.reaches('COMPLETE');
    expect(link).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    expect((await payer.view()).attempt).not.toHaveProperty('redirect_url');
  });

  it('that is refused fails the attempt', async () => {
    const payer = await payerOf();
    const { body } = await payer.pay(CARDS.challenged);
    await payer.decide(body, 'refuse');
    const link = await payer.reaches('FAILED');
    expect(link.payment?.error?.error_code).toBe('AUTHENTICATION_FAILED');
  });

  it('gives the bank no access to the link, and recognizes the returning browser', async () => {
    const payer = await payerOf();
    const { body } = await payer.pay(CARDS.challenged);
    const way = await payer.walk(body.attempt?.redirect_url, { 'sec-fetch-site': 'same-origin' });
    expect([way.status, way.headers.get('cache-control')]).toEqual([303, 'no-store']);
    const bank = way.headers.get('location') ?? '';
    expect(bank).toContain(sandbox.url);
    const [cookie = ''] = way.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const back = await sandbox.decide(bank, 'approve');
    const linkToken = new URL(payer.link.url ?? '').searchParams.get('token') ?? '';
    const state = new URL(back).searchParams.get('state') ?? '';
    for (const address of [bank, back, state]) {
      expect(address).not.toContain(linkToken.split('.')[2] ?? 'no proof');
    }
    expect((await openedBy(state)).status).toBe(400);
    const tokenAt = async (headers: Readonly<Record<string, string>>) => {
      const page = await payer.walk(back, headers);
      expect(page.status).toBe(303);
      const { pathname, searchParams } = new URL(page.headers.get('location') ?? '');
      expect(pathname).toBe('/hosted/pay');
      return searchParams.get('token');
    };
    const other = forged(cookie);
    expect(await tokenAt({})).toBeNull();
    expect(await tokenAt({ cookie: other })).toBeNull();
    const token = await tokenAt({ cookie: `a=b; ${cookie}` });
    expect((await openedBy(token ?? '')).status).toBe(200);
  });

  it('can be reached only from our page, by an address with no other use', async () => {
    const payer = await payerOf();
    const { body } = await payer.pay(CARDS.challenged);
    const way = body.attempt?.redirect_url ?? '';
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await payer.walk(way, { 'sec-fetch-site': site })).status).toBe(400);
    }
    for (const forged of [way.slice(0, -3), way.replace('challenge?', 'challenge_return?')]) {
      expect((await payer.walk(forged)).status).toBe(400);
    }
    await payer.decide(body, 'approve');
    await payer.reaches('COMPLETE');
    const late = await payer.walk(way);
    expect(late.headers.get('location')).toContain('/hosted/pay?link=');
  });

  it('that is forgotten is abandoned after an hour, and can be tried again', async () => {
    const clocked = await service.customerApp(['HKD']);
    const payer = await Payer.of(clocked, sandbox);
    await payer.pay(CARDS.challenged);
    for (const minutes of [1, 10, 61]) {
      await clocked.moveClock(minutes * 60_000);
      await service.dueJobs.runFor(clocked.id);
    }
    const link = await payer.reaches('FAILED');
    expect(link.payment?.error?.error_code).toBe('AUTHENTICATION_FAILED');
    expect((await payer.pay(CARDS.good)).body.status).toBe('PAID');
  });
});

describe('a set-up link', () => {
  it('stores the card without moving money', async () => {
    const payer = await payerOf(setupBody());
    const { body } = await payer.pay(CARDS.good);
    expect(body).toMatchObject({ status: 'SETUP_SUCCEEDED', money_moved: 'NO' });
    const link = await payer.readLink();
    expect(link).not.toHaveProperty('payment');
    expect(link.payment_method).toMatchObject({
      payment_method_type: 'CARD',
      live: false,
      card: { status: 'SUCCEEDED', card_details: { brand: 'Visa', last4: '4242' } },
      integration_metadata: {
        integration_id: 'GW1',
        gw1_metadata: { payment_method_id: expect.stringMatching(/^pm_/) as string },
      },
    });
    const { body: listed } = await app.send<{ payment_methods: object[]; sender: object }>(
      `GET /payment_users/${link.sender?.user_id}/payment_methods`,
    );
    expect(listed.payment_methods).toEqual([link.payment_method]);
    expect(listed.sender).toMatchObject({ user_id: link.sender?.user_id, autopay_consent: false });
    const id = link.payment_method?.payment_method_id;
    expect((await app.send(`GET /payment_methods/${id}`)).body).toEqual(link.payment_method);
    expect(await eventsOf(id)).toEqual(['payment_method.created', 'payment_method.succeeded']);
    expect(await eventsOf(payer.linkId)).toContain('payment_link.setup_succeeded');
  });

  it('shows a declined card among the methods of the user', async () => {
    const payer = await payerOf(setupBody());
    await payer.pay(CARDS.declined);
    const link = await payer.readLink();
    expect(link).toMatchObject({ status: 'CREATED', session_status: 'FAILED' });
    expect(link).not.toHaveProperty('payment_method');
    const { body } = await app.send<{ payment_methods: object[] }>(
      `GET /payment_users/${link.sender?.user_id}/payment_methods`,
    );
    expect(body.payment_methods).toMatchObject([
      { card: { status: 'FAILED', error: { error_code: 'PAYMENT_METHOD_DECLINED' } } },
    ]);
  });

  it('a payment with set-up options pays and stores', async () => {
    const options = { future_payments: 'CLICK_TO_PAY', recurring_payment_mode: 'FIXED_SCHEDULE' };
    const payer = await payerOf(linkBody({ payment_setup_options: options }));
    await payer.pay(CARDS.good);
    const link = await payer.readLink();
    expect(link).toMatchObject({
      status: 'PAID',
      payment: {
        payment_method_id: link.payment_method?.payment_method_id,
        payment_details: { recurring_payment_mode: 'FIXED_SCHEDULE' },
      },
      payment_method: {
        card: { status: 'SUCCEEDED', card_details: { recurring_payment_mode: 'FIXED_SCHEDULE' } },
        integration_metadata: { gw1_metadata: { recurring_processing_model: 'Subscription' } },
      },
    });
  });

  it('cancels a stored card once', async () => {
    const payer = await payerOf(setupBody());
    await payer.pay(CARDS.good);
    const id = (await payer.readLink()).payment_method?.payment_method_id;
    const cancelled = await app.send(`POST /payment_methods/${id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { card: { status: 'CANCELLED' } } });
    const again = await app.send(`POST /payment_methods/${id}/cancel`);
    expect(again).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_METHOD_STATUS' } },
    });
  });
});

describe('choosing a method', () => {
  it('a second time, after a reload or in another tab, gives the same attempt', async () => {
    const payer = await payerOf();
    const first = await payer.select();
    expect(first.body.card_fields_url).toBe(
      `${sandbox.url}/gw1/card-fields?session=${first.body.attempt_id}` +
        `&origin=${encodeURIComponent(PAGES_URL)}&lang=en`,
    );
    expect((await payer.select()).body).toEqual(first.body);
  });

  it('again cancels an attempt that was not submitted; the old attempt takes no card', async () => {
    const payer = await payerOf();
    const { body: first } = await payer.select();
    const changed = await payer.call('POST /change_payment_method');
    expect(changed).toMatchObject({ status: 200, body: { session_status: 'OPEN' } });
    const { body: second } = await payer.select();
    expect(second.attempt_id).not.toBe(first.attempt_id);
    const refused = await payer.submit(first.attempt_id, CARDS.good);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    const paid = await payer.submit(second.attempt_id, CARDS.good);
    expect(paid.body.status).toBe('PAID');
    const rows = await app.rows(
      `SELECT status FROM payments WHERE payment_link_id = $1 ORDER BY status`,
      [payer.linkId],
    );
    expect(rows).toEqual([{ status: 'CANCELLED' }, { status: 'EXECUTED' }]);
  });

  it('a repeated submit of the same card changes nothing', async () => {
    const payer = await payerOf();
    const { body } = await payer.select();
    const token = await sandbox.tokenize(CARDS.good, body.attempt_id);
    const submit = () => payer.submitToken(body.attempt_id, { token, last4: '4242' });
    const answers = await Promise.all([submit(), submit(), submit()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await payer.readLink()).status).toBe('PAID');
    const { payment } = await payer.readLink();
    expect(await transfersOf(payment?.payment_id)).toHaveLength(1);
  });
});
