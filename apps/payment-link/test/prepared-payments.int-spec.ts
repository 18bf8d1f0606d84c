/** @proves promise-3, submitHostedCard, createPayment, cancelPaymentMethod */
import { jest } from '@jest/globals';
import type {
  AvailablePaymentMethodsResponse,
  PaymentResponse,
} from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';

let service: TestPaymentLink;
let gateway: PreparingGateway;
let app: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  // What other tests left is due in the background: their apps must not use up what is lost here.
  gateway = new PreparingGateway(app.id);
  jest.spyOn(service.app.get(CardGatewayRegistry), 'find').mockReturnValue(gateway);
});
afterEach(() => jest.restoreAllMocks());

const MINUTE_MS = 60_000;
const LOST = ['before prepare', 'after prepare', 'before authorize', 'after authorize'] as const;
const LATER = ['before capture', 'after capture'] as const;

const payerOf = (body?: object) => Payer.of(app, {} as TestSandbox, body);

async function advanceTo(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

async function pay(payer: Payer, headers: Readonly<Record<string, string>> = {}) {
  const { body } = await payer.select();
  const card = { token: gateway.tokenize(CARDS.good), last4: '4242' };
  return {
    reference: body.attempt_id,
    answer: await payer.submitToken(body.attempt_id, card, headers),
  };
}

/** Stores a card by a set-up, with consent to later charges. */
async function store() {
  const payer = await payerOf(setupBody());
  await pay(payer);
  const { payment_method: method, sender } = await payer.readLink();
  await app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
  return { methodId: method?.payment_method_id ?? '', userId: sender?.user_id ?? '' };
}

const charge = (payment_method_id: string) =>
  app.send<PaymentResponse>('POST /payments', {
    amount: 9_900,
    currency: 'HKD',
    payment_method_id,
    payment_details: {},
  });

/** What the gateway confirmed and settled under a reference. */
function done(reference: string) {
  const intents = gateway.ofReference(reference);
  return {
    confirmed: intents.reduce((sum, each) => sum + each.confirmations, 0),
    settled: intents.flatMap(({ entries }) => entries.map(({ amount }) => amount)),
  };
}

const collected = () =>
  app.rows<{ kind: string; amount: number }>(`SELECT kind, amount FROM ledger_transfers`);

/** The one payment, once it is executed. */
const executed = () =>
  eventually(async () => {
    const [payment] = await app.rows<{ payment_id: string; status: string }>(
      'SELECT payment_id, status FROM payments',
    );
    return payment?.status === 'EXECUTED' && payment.payment_id;
  });

/** The one card, once the gateway has deleted it and nothing is left to ask. */
const forgotten = () =>
  eventually(async () => {
    const rows = await app.rows('SELECT 1 FROM forgotten_cards');
    return gateway.forgotten.length === 1 && rows.length === 0;
  });

describe('a payment at a gateway that prepares', () => {
  it('commits the ID before the gateway confirms it', async () => {
    const payer = await payerOf();
    const committed: unknown[] = [];
    gateway.meanwhile.set('authorize', async () => {
      committed.push(...(await app.rows('SELECT gateway_reference FROM payment_attempts')));
    });
    const { reference, answer } = await pay(payer);
    expect(answer.body.status).toBe('PAID');
    expect(committed).toEqual([{ gateway_reference: gateway.ofReference(reference)[0]?.id }]);
    expect(done(reference)).toEqual({ confirmed: 1, settled: [12_500] });
  });

  it.each([...LOST, ...LATER])('pays once when the answer is lost %s', async (place) => {
    gateway.lost.add(place);
    const payer = await payerOf();
    const { reference } = await pay(payer);
    await advanceTo(MINUTE_MS);
    await payer.reaches('COMPLETE');
    expect(done(reference)).toEqual({ confirmed: 1, settled: [12_500] });
    expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 12_500 }]);
  });

  it.each([...LOST, ...LATER])('pays once when its process ends %s', async (place) => {
    gateway.kills.add(place);
    const payer = await payerOf();
    const { reference, answer } = await pay(payer);
    expect(answer.status).toBe(500);
    await advanceTo(MINUTE_MS);
    await payer.reaches('COMPLETE');
    expect(done(reference)).toEqual({ confirmed: 1, settled: [12_500] });
    expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 12_500 }]);
  });

  it('is not asked about while a call of its gateway can still be open', async () => {
    gateway.lost.add('after authorize');
    const payer = await payerOf();
    await pay(payer);
    await advanceTo(gateway.callMs);
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
    await advanceTo(gateway.callMs + 6_000);
    await payer.reaches('COMPLETE');
  });

  it('confirms nothing for a link that was cancelled meanwhile', async () => {
    const payer = await payerOf();
    gateway.meanwhile.set('prepare', () => app.send(`POST /payment_links/${payer.linkId}/cancel`));
    const { reference, answer } = await pay(payer);
    expect(answer.body.status).toBe('CANCELLED');
    expect(gateway.ofReference(reference).map(({ status }) => status)).toEqual(['VOIDED']);
    expect(done(reference)).toEqual({ confirmed: 0, settled: [] });
    expect(await collected()).toEqual([]);
  });

  it('is refunded under its ID', async () => {
    const payer = await payerOf();
    const { reference } = await pay(payer);
    const { payment } = await payer.readLink();
    gateway.lost.add('after refund');
    await send(service.publicUrl, {
      route: `POST /payments/${payment?.payment_id}/refunds`,
      token: app.token,
      body: { amount: 2_500 },
      headers: { 'idempotency-key': 'refund' },
    });
    await advanceTo(2 * MINUTE_MS);
    await eventually(async () => {
      const { body } = await app.send<PaymentResponse>(`GET /payments/${payment?.payment_id}`);
      return body.amount_refunded === 2_500;
    });
    expect(done(reference).settled).toEqual([12_500, 2_500]);
  });

  it('tells the gateway who pays, and from where in the request of the payer alone', async () => {
    const sender = { external_user_id: 'who', name: 'Wong Mei', email: 'wong@mei.example' };
    const payer = await payerOf(linkBody({ sender }));
    gateway.lost.add('after prepare');
    await pay(payer, { 'user-agent': 'Test/1', 'x-client-address': '203.0.113.9' });
    await advanceTo(MINUTE_MS);
    const { sender: user } = await payer.reaches('COMPLETE');
    const person = { key: user?.user_id, name: 'Wong Mei', email: 'wong@mei.example' };
    const browser = { userAgent: 'Test/1', language: null, screen: null };
    expect(gateway.asked.map((request) => request.payer)).toEqual([
      { ...person, address: '203.0.113.9', browser },
      { ...person, address: null, browser: null },
      { ...person, address: null, browser: null },
    ]);
  });

  it('is not offered in a currency that the gateway does not take', async () => {
    await app.settlementAccount('EUR');
    const payer = await payerOf(linkBody({ currency: 'EUR' }));
    const { body } = await payer.call<AvailablePaymentMethodsResponse>(
      'GET /available_payment_methods',
    );
    const types = body.available_payment_methods.map((method) => method.payment_method_type);
    expect(types).not.toContain('CARD');
  });
});

describe('a charge without the payer at a gateway that prepares', () => {
  it.each([...LOST, ...LATER])('is made once when the answer is lost %s', async (place) => {
    const { methodId } = await store();
    gateway.lost.add(place);
    const { body } = await charge(methodId);
    await advanceTo(MINUTE_MS);
    expect(await executed()).toBe(body.payment_id);
    expect(done(body.payment_id)).toEqual({ confirmed: 1, settled: [9_900] });
  });

  it.each([...LOST, ...LATER])('is made once when its process ends %s', async (place) => {
    const { methodId } = await store();
    gateway.kills.add(place);
    expect((await charge(methodId)).status).toBe(500);
    await advanceTo(MINUTE_MS);
    expect(done(await executed())).toEqual({ confirmed: 1, settled: [9_900] });
  });

  it('is not confirmed after its card was cancelled', async () => {
    const { methodId } = await store();
    gateway.meanwhile.set('prepare', () => app.send(`POST /payment_methods/${methodId}/cancel`));
    const { body } = await charge(methodId);
    expect(body.status).toBe('FAILED');
    expect(done(body.payment_id)).toEqual({ confirmed: 0, settled: [] });
  });
});

describe('a start', () => {
  const rejects = (what: string) =>
    expect(service.replica()).rejects.toThrow(`${what} at GW1 by gone of TEST apps`);
  /** Names a connector that is not there in the one row, and then the right one again. */
  const without = async (what: string, change: (connector: string) => string) => {
    const rename = (connector: string) =>
      expect(app.rows(`${change(connector)} RETURNING 1`)).resolves.toHaveLength(1);
    await rename('gone');
    await rejects(what);
    await rename('sandbox');
  };

  it('keeps the connectors of open charges, refunds and cards to delete', async () => {
    const { methodId } = await store();
    gateway.lost.add('after authorize');
    const { body } = await charge(methodId);
    await without('1 charges', (name) => `UPDATE charges SET connector = '${name}'`);
    await advanceTo(MINUTE_MS);
    expect(await executed()).toBe(body.payment_id);
    gateway.lost.add('before refund');
    await send(service.publicUrl, {
      route: `POST /payments/${body.payment_id}/refunds`,
      token: app.token,
      body: { amount: 100 },
      headers: { 'idempotency-key': 'open' },
    });
    await without(
      '1 refunds',
      (name) => `UPDATE refunds SET charge = jsonb_set(charge, '{connector}', '"${name}"')`,
    );
    gateway.lost.add('before forgetStored');
    await app.send(`POST /payment_methods/${methodId}/cancel`);
    await without(
      '1 cards to delete',
      (name) => `UPDATE forgotten_cards SET connector = '${name}'`,
    );
    const { close } = await service.replica();
    await close();
  });
});

describe('a start while stored cards can be charged', () => {
  it('keeps their connector, until no settlement account names it any more', async () => {
    const { methodId } = await store();
    const keptAt = (connector: string) =>
      app.rows(`UPDATE payment_methods SET connector = '${connector}' RETURNING 1`);
    const settledAt = (connector: string) =>
      app.rows(`UPDATE payment_accounts SET card_connector = '${connector}' RETURNING 1`);
    await keptAt('gone');
    await settledAt('gone');
    await expect(service.replica()).rejects.toThrow(
      '1 settlement accounts that charge stored cards at GW1 by gone of TEST apps',
    );
    await settledAt('sandbox');
    const moved = await service.replica();
    await moved.close();
    await settledAt('gone');
    await app.rows(`UPDATE payment_methods SET status = 'CANCELLED' RETURNING 1`);
    const ended = await service.replica();
    await ended.close();
    expect(methodId).not.toBe('');
  });
});

describe('a stored card that ends', () => {
  it('is deleted by its gateway, although the answer is lost', async () => {
    const { methodId } = await store();
    gateway.lost.add('before forgetStored');
    await app.send(`POST /payment_methods/${methodId}/cancel`);
    await advanceTo(1_000);
    expect(gateway.forgotten).toEqual([]);
    await advanceTo(10 * MINUTE_MS);
    await forgotten();
  });

  it('with the erasure of its person is deleted by its gateway', async () => {
    const { userId } = await store();
    await app.order('payment_users/erase', {
      user_id: userId,
      actor: 'an operator',
      reason: 'asked for it',
    });
    await advanceTo(1_000);
    await forgotten();
  });

  it('before its authorization is deleted once the gateway has stored it', async () => {
    const payer = await payerOf(setupBody());
    const { body } = await payer.select();
    gateway.meanwhile.set('authorize', () =>
      app.send(`POST /payment_links/${payer.linkId}/cancel`),
    );
    const token = gateway.tokenize(CARDS.good);
    await payer.submitToken(body.attempt_id, { token, last4: '4242' });
    await advanceTo(MINUTE_MS);
    await forgotten();
  });
});

describe('the card fields of a gateway', () => {
  const AUTOPAY = { payment_setup_options: { future_payments: 'AUTOPAY' } };

  it.each([
    ['a payment', linkBody(), 12_500, false],
    ['a payment that stores its card', linkBody(AUTOPAY), 12_500, true],
    ['a set-up', setupBody(), 0, true],
    ['a payment with a surcharge', linkBody({ currency: 'USD' }), 12_530, false],
  ])('have the terms that the gateway is asked for: %s', async (_what, body, amount, store) => {
    await app.settlementAccount('USD', {
      pricing: [{ payment_method_type: 'CARD', surcharge_fixed: 30 }],
    });
    const payer = await payerOf(body);
    await pay(payer);
    const { purpose, currency, customerAppId, gatewayAccount } = gateway.asked[0] ?? {};
    const terms = { purpose, currency, customerAppId, gatewayAccount, amount, store };
    expect(gateway.asked[0]).toMatchObject({ amount, store });
    expect(gateway.shown).toEqual([expect.objectContaining(terms)]);
    expect(gateway.shown[0]?.link).toBe(`${app.id}.${payer.linkId}`);
  });
});
