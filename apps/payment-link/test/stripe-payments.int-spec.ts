/** @proves submitHostedCard, createPayment, createRefund, receiveCardCallback */
import { createHmac } from 'node:crypto';
import type { PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const MINUTE_MS = 60_000;
const HELD = 'payment_intent.amount_capturable_updated';

let service: TestPaymentLink;
let shop: StripeShop;
let app: TestCustomerApp;

beforeAll(async () => {
  service = await TestPaymentLink.start();
  shop = await StripeShop.open();
  const registry = service.app.get(CardGatewayRegistry);
  Object.assign(registry, new CardGatewayRegistry([...registry.all(), shop.connector()]));
  await shop.listen(`${service.publicUrl}/callbacks/cards/GW4`);
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp([]);
  await app.settlementAccount('HKD', { card_integration_id: 'GW4', card_connector: 'stripe' });
});

const payerOf = (body?: object) => Payer.of(app, {} as TestSandbox, body);

async function pay(payer: Payer, number: string) {
  const { body } = await payer.select();
  const card = { token: await shop.tokenize(number), last4: number.slice(-4) };
  return payer.submitToken(body.attempt_id, card);
}

/** The payer follows the link to the bank, decides there, and comes back. */
async function decide(payer: Payer, answered: Awaited<ReturnType<typeof pay>>) {
  const way = await payer.walk(answered.body.attempt?.redirect_url);
  const back = await shop.decide(way.headers.get('location') ?? '', 'approve');
  expect(new URL(back).searchParams.get('payment_intent_client_secret')).toMatch(/_secret_/);
  return payer.walk(back);
}

/** Stores a card by a set-up, with consent to later charges. */
async function store(number: string): Promise<string> {
  const payer = await payerOf(setupBody());
  await pay(payer, number);
  const { payment_method: method, sender } = await payer.readLink();
  await app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
  return method?.payment_method_id ?? '';
}

const charge = (payment_method_id: string) =>
  app.send<PaymentResponse>('POST /payments', {
    amount: 9_900,
    currency: 'HKD',
    payment_method_id,
    payment_details: {},
  });

/** What the app's payments and refunds are at Stripe, oldest first. */
async function atStripe() {
  const lines = await shop.list<{ type: string; amount: number; source: { metadata: object } }>(
    'balance_transactions?limit=100&expand[]=data.source',
  );
  const own = lines.filter(({ source }) => JSON.stringify(source.metadata).includes(app.id));
  return own.map(({ type, amount }) => [type, amount]).toReversed();
}

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly metadata: { readonly customer_app_id?: string };
}

async function own(kind: string): Promise<Intent[]> {
  const all = await shop.list<Intent>(`${kind}?limit=100`);
  return all.filter(({ metadata }) => metadata.customer_app_id === app.id);
}

const booked = async () => {
  const rows = await app.rows<{ kind: string; amount: number }>(
    'SELECT kind, amount FROM ledger_transfers ORDER BY occurred_at, ledger_transfer_id',
  );
  return rows.map(({ kind, amount }) => [kind, amount]);
};

async function advanceTo(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

describe('an app whose account names Stripe', () => {
  it('collects a card payment, and gives a part of it back', async () => {
    const payer = await payerOf();
    const { body } = await pay(payer, CARDS.good);
    expect(body.status).toBe('PAID');
    const { payment } = await payer.reaches('COMPLETE');
    await send<RefundResponse>(service.publicUrl, {
      route: `POST /payments/${payment?.payment_id}/refunds`,
      token: app.token,
      body: { amount: 2_500 },
      headers: { 'idempotency-key': 'refund' },
    });
    // A late call-back about the payment may ask about the refund at the same time: then one waits.
    await eventually(async () => {
      const read = await app.send<PaymentResponse>(`GET /payments/${payment?.payment_id}`);
      return read.body.amount_refunded === 2_500;
    });
    expect(await atStripe()).toEqual([
      ['charge', 12_500],
      ['refund', -2_500],
    ]);
    expect(await booked()).toEqual([
      ['PAYMENT', 12_500],
      ['REFUND_HOLD', 2_500],
      ['REFUND', 2_500],
    ]);
    const { body: read } = await app.send<PaymentResponse>(`GET /payments/${payment?.payment_id}`);
    expect(read.payment_details?.processor_details).toMatchObject({
      processor_id: 'GW4',
      processor_reference: expect.stringMatching(/^pi_/) as string,
    });
  });

  it('sends the payer to the bank and back, and then collects', async () => {
    const payer = await payerOf();
    const back = await decide(payer, await pay(payer, CARDS.challenged));
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).not.toContain('secret');
    await payer.reaches('COMPLETE');
    expect(await atStripe()).toEqual([['charge', 12_500]]);
  });

  it('collects after a call-back alone, although the payer never came back', async () => {
    const payer = await payerOf();
    const { body } = await pay(payer, CARDS.challenged);
    const way = await payer.walk(body.attempt?.redirect_url);
    await shop.decide(way.headers.get('location') ?? '', 'approve');
    await payer.reaches('COMPLETE');
    expect(await booked()).toEqual([['PAYMENT', 12_500]]);
  });

  it('asks every five minutes while a payer is at the bank, who may never come back', async () => {
    await shop.settings({ webhooks: 'never' });
    const payer = await payerOf();
    const { body } = await pay(payer, CARDS.challenged);
    for (const minutes of [1, 3, 10, 16, 22]) await advanceTo(minutes * MINUTE_MS);
    const way = await payer.walk(body.attempt?.redirect_url);
    await shop.decide(way.headers.get('location') ?? '', 'approve');
    await advanceTo(28 * MINUTE_MS);
    await payer.reaches('COMPLETE');
    const payments = (await booked()).filter(([kind]) => kind === 'PAYMENT');
    expect(payments).toEqual([['PAYMENT', 12_500]]);
    await shop.settings({ webhooks: 'once' });
  });

  it('confirms what was prepared while the payer typed, and prepares nothing else', async () => {
    const payer = await payerOf();
    const { body } = await payer.select();
    const [prepared] = await eventually(async () => {
      const made = await own('payment_intents');
      return made.length > 0 && made;
    });
    expect(prepared?.status).toBe('requires_payment_method');
    // A choice that is repeated prepares nothing either.
    await payer.select();
    await payer.submitToken(body.attempt_id, {
      token: await shop.tokenize(CARDS.good),
      last4: '4242',
    });
    await payer.reaches('COMPLETE');
    expect(await own('payment_intents')).toMatchObject([{ id: prepared?.id, status: 'succeeded' }]);
  });

  it('prepares nothing for a payer who only chooses to store a card', async () => {
    const payer = await payerOf(setupBody());
    await payer.select();
    const paying = await payerOf();
    await paying.select();
    await eventually(async () => (await own('payment_intents')).length > 0);
    expect([await own('setup_intents'), await own('customers')]).toEqual([[], []]);
  });

  it.each([
    ['payment_intents', 2],
    ['payment_intents/*/confirm', 1],
    ['payment_intents/*/capture', 1],
  ])('collects once when the answer to POST %s is lost, %d times', async (path, times) => {
    await shop.fault(`POST ${path}`, 'lost', times);
    const payer = await payerOf();
    await pay(payer, CARDS.good);
    await advanceTo(MINUTE_MS);
    await payer.reaches('COMPLETE');
    expect(await atStripe()).toEqual([['charge', 12_500]]);
    expect(await booked()).toEqual([['PAYMENT', 12_500]]);
  });

  it('charges a stored card without the payer, and tells when the bank wants them', async () => {
    const { body } = await charge(await store(CARDS.good));
    expect(body.status).toBe('EXECUTED');
    expect(await atStripe()).toEqual([['charge', 9_900]]);
    const asked = await charge(await storeChallenged('4000002760003184'));
    expect([asked.body.status, asked.body.error?.error_code]).toEqual([
      'FAILED',
      'AUTHENTICATION_REQUIRED',
    ]);
    expect(await atStripe()).toEqual([['charge', 9_900]]);
  });

  async function storeChallenged(number: string): Promise<string> {
    const payer = await payerOf(setupBody());
    const { body } = await pay(payer, number);
    const way = await payer.walk(body.attempt?.redirect_url);
    await payer.walk(await shop.decide(way.headers.get('location') ?? '', 'approve'));
    const { payment_method: method, sender } = await payer.reaches('COMPLETE');
    await app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
    return method?.payment_method_id ?? '';
  }

  it('offers no card in a currency that Stripe does not take', async () => {
    const account = { card_integration_id: 'GW4', card_connector: 'stripe' };
    await app.settlementAccount('LYD', account);
    const payer = await payerOf(linkBody({ currency: 'LYD' }));
    const { body } = await payer.call<{ available_payment_methods: unknown[] }>(
      'GET /available_payment_methods',
    );
    expect(JSON.stringify(body.available_payment_methods)).not.toContain('CARD');
  });

  it('refuses a payment below the smallest amount, and takes nothing', async () => {
    const payer = await payerOf(linkBody({ amount: 100 }));
    const { body } = await pay(payer, CARDS.good);
    expect(body.attempt?.error?.error_code).toBe('INVALID_REQUEST');
    expect(await atStripe()).toEqual([]);
  });

  it('tells the service of disputes in which account a payment is, and where others may be', async () => {
    const gateway_account = `${shop.account}Berlin`;
    const place = { card_integration_id: 'GW4', card_connector: 'stripe', gateway_account };
    await app.settlementAccount('HKD', place);
    const payer = await payerOf();
    const { body } = await payer.select();
    const token = await shop.tokenize(CARDS.good, gateway_account);
    await payer.submitToken(body.attempt_id, { token, last4: '4242' });
    const { payment } = await payer.reaches('COMPLETE');
    const asked = { customer_app_id: app.id, payment_id: payment?.payment_id };
    expect(await askedByDisputes('find', asked)).toMatchObject({
      payment: { payment_id: payment?.payment_id, connector: 'stripe', gateway_account },
    });
    const at = { app_type: 'TEST', integration_id: 'GW4', connector: 'stripe' };
    const accounts = await askedByDisputes('gateway_accounts', { ...at, customer_app_id: app.id });
    expect(accounts).toEqual({ gateway_accounts: [gateway_account] });
    const other = await service.customerApp([]);
    const others = { ...at, customer_app_id: other.id };
    expect(await askedByDisputes('gateway_accounts', others)).toEqual({ gateway_accounts: [] });
  });

  async function askedByDisputes(what: string, body: object): Promise<unknown> {
    const claims = { customer_app_id: '', sub: 'dispute', token_use: 'service' } as const;
    const token = await service.gateway.sign({ ...claims, aud: 'payment-link' });
    const route = `POST /internal/disputed_payments/${what}`;
    return (await send<object>(service.internalUrl, { route, token, body })).body;
  }

  it('takes no call-back that another account signed', async () => {
    await shop.settings({ webhooks: 'never' });
    const payer = await payerOf();
    const { body } = await pay(payer, CARDS.challenged);
    const way = await payer.walk(body.attempt?.redirect_url);
    await shop.decide(way.headers.get('location') ?? '', 'approve');
    const [event] = await shop.list<object>(`events?type=${HELD}&limit=1`);
    const sent = JSON.stringify(event);
    expect(await calledBack(sent, 'whsec_of_another')).toBe(401);
    expect((await payer.readLink()).session_status).not.toBe('COMPLETE');
    expect(await calledBack(sent, shop.credentials.secrets[0]?.secret ?? '')).toBe(200);
    await payer.reaches('COMPLETE');
    await shop.settings({ webhooks: 'once' });
  });

  async function calledBack(body: string, secret: string): Promise<number> {
    const at = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const { status } = await fetch(`${service.publicUrl}/callbacks/cards/GW4`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${mac}` },
      body,
    });
    return status;
  }
});
