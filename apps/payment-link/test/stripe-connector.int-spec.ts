import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import type { CardAuthorizationRequest } from '../src/cards/card-gateways/ports.js';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { STRIPE_LACKS } from './stripe-lacks.fixture.js';
import { describeCardGatewayConnector } from './describe-card-gateway-connector.fixture.js';
import { CARDS } from './payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const DAY_S = 86_400;

let shop: StripeShop;
let connector: StripeCardGateway;
let customerAppId: CustomerAppId;

const ears = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers } = request;
    shop.callBacks.push({ headers, body: Buffer.concat(chunks), receivedAt: new Date() });
    response.writeHead(200).end();
  });
});

const earsUrl = () => `http://127.0.0.1:${(ears.address() as AddressInfo).port}/`;

async function open(): Promise<void> {
  shop = await StripeShop.open();
  connector = shop.connector();
  customerAppId = newId<CustomerAppId>(new Date());
}

beforeAll(async () => {
  ears.listen(0, '127.0.0.1');
  await once(ears, 'listening');
  await open();
  await shop.listen(earsUrl(), ['payment_intent.amount_capturable_updated']);
}, START_MS);
afterAll(() => {
  ears.closeAllConnections();
  ears.close();
});

const connected = () => shop.connected(connector, customerAppId);

/** Stripe's test mode has no cards for these. */
const OF_THE_DOUBLE = ['failing-captures', 'lost-captures'];
const LACKS = Object.keys(STRIPE_LACKS) as (keyof typeof STRIPE_LACKS)[];
describeCardGatewayConnector(
  'Stripe',
  connected,
  LACKS.filter((lack) => !OF_THE_DOUBLE.includes(lack)),
);

describe('the Stripe connector', () => {
  beforeEach(open);

  const { requestOf, typed, settled } = requestsTo(connected);
  type Change = Partial<CardAuthorizationRequest>;
  const intentsOf = () => shop.list<Record<string, unknown>>('payment_intents?limit=100');
  const authorized = async (number: string = CARDS.good, change: Change = {}) => {
    const request = await typed(number, change);
    return { request, answer: await connector.authorize(request) };
  };
  const captured = async (number: string = CARDS.good, change: Change = {}) => {
    const { request } = await authorized(number, change);
    expect((await connector.capture(request)).gatewayStatus).toBe('CAPTURED');
    return request;
  };
  const refundOf = (amount: number, refundReference = newId(new Date())) => ({
    refundReference,
    amount,
    currency: 'HKD',
  });
  const unavailable = (work: Promise<unknown>, reason: RegExp) =>
    expect(work).rejects.toMatchObject({
      name: 'GatewayUnavailable',
      message: expect.stringMatching(reason) as string,
    });

  it('prepares one intent however often it is asked, and finds it under its ID', async () => {
    const request = await typed(CARDS.good);
    const again = await connector.prepare({ ...request, gatewayReference: null });
    expect(again).toBe(request.gatewayReference);
    const [intent, ...more] = await intentsOf();
    expect(more).toEqual([]);
    expect(intent).toMatchObject({
      id: request.gatewayReference,
      status: 'requires_payment_method',
      capture_method: 'manual',
      amount: 12_345,
      statement_descriptor_suffix: 'Harbour Bo',
      metadata: { reference: request.reference, customer_app_id: customerAppId },
    });
    // A search would not find it yet.
    await shop.settings({ search_lag_s: 3_600 });
    await connector.authorize(request);
    expect((await connector.find(request)).gatewayStatus).toBe('AUTHORIZED');
  });

  it('reports card, hold and the risk check in the words of the interface', async () => {
    const { request, answer } = await authorized();
    expect(answer.cardDetails).toMatchObject({
      brand: 'Visa',
      last4: '4242',
      expiry_month: 12,
      expiry_year: 2060,
      funding: 'CREDIT',
      country: 'US',
      service_authorization_reference: request.reference,
    });
    expect(answer.processorDetails).toMatchObject({
      processor_id: 'GW4',
      processor_reference: request.gatewayReference,
      auth_code: expect.any(String) as string,
      result: {
        status: 'requires_capture',
        result_code: 'authorized normal',
        last_action: expect.stringMatching(/^held until \d{4}-/) as string,
      },
    });
    expect(answer.integrationMetadata).toBeNull();
  });

  it('never tells a payer what the risk check found', async () => {
    const { answer } = await authorized('4100000000000019');
    expect(answer.failure).toEqual({
      code: 'PAYMENT_METHOD_DECLINED',
      explanation: 'The card was declined.',
    });
    expect(answer.processorDetails).toMatchObject({ result: { decline_code: 'fraudulent' } });
  });

  it.each(['requires_capture', 'succeeded'])(
    'finds what happened when the answer is lost before %s',
    async (status) => {
      const request = await typed(CARDS.good);
      if (status === 'succeeded') await connector.authorize(request);
      const verb = status === 'succeeded' ? 'capture' : 'confirm';
      await shop.fault(`POST payment_intents/*/${verb}`, 'lost');
      const asked = verb === 'capture' ? connector.capture(request) : connector.authorize(request);
      await unavailable(asked, /HTTP none/);
      const { gatewayStatus } = await connector.find(request);
      expect(gatewayStatus).toBe(verb === 'capture' ? 'CAPTURED' : 'AUTHORIZED');
    },
  );

  it.each([
    ['rate_limited', /HTTP 429/],
    ['before', /HTTP 500/],
    ['after', /HTTP 500/],
  ])('has an unknown outcome, and no decline, after %s', async (kind, reason) => {
    const request = await typed(CARDS.good);
    await shop.fault('POST payment_intents/*/confirm', kind);
    await unavailable(connector.authorize(request), reason);
    shop.aheadMs += 60_000;
    const expected = kind === 'after' ? 'AUTHORIZED' : 'NOT_SEEN';
    expect((await connector.find(request)).gatewayStatus).toBe(expected);
  });

  it('leaves an account alone for a while after it was refused', async () => {
    const request = await typed(CARDS.good);
    await shop.fault('POST payment_intents/*/confirm', 'rate_limited');
    await unavailable(connector.authorize(request), /HTTP 429/);
    await unavailable(connector.authorize(request), /rests after refusals/);
    shop.aheadMs += 1_001;
    expect((await connector.authorize(request)).gatewayStatus).toBe('AUTHORIZED');
  });

  it('prepares, confirms and captures once, however many ask at once', async () => {
    const request = await typed(CARDS.good);
    const copies = <T>(work: () => Promise<T>) =>
      Promise.allSettled(Array.from({ length: 4 }, () => work()));
    await copies(() => connector.prepare({ ...request, gatewayReference: null }));
    await copies(() => connector.authorize(request));
    expect((await connector.find(request)).gatewayStatus).toBe('AUTHORIZED');
    await Promise.all([
      copies(() => connector.capture(request)),
      copies(() => connector.void(request)),
    ]);
    const { gatewayStatus } = await connector.find(request);
    const charges = (await settled(request.reference)).map(({ kind }) => kind);
    expect(charges).toEqual(gatewayStatus === 'CAPTURED' ? ['CHARGE'] : []);
    expect(['CAPTURED', 'VOIDED']).toContain(gatewayStatus);
    expect(await intentsOf()).toHaveLength(1);
  });

  it('asks nothing after an event that its own request caused, and asks after others', async () => {
    const secret = await shop.listen(earsUrl());
    const { request } = await authorized();
    const held = () =>
      shop.callBacks.find(({ body }) => body.includes('amount_capturable_updated'));
    const { body } = await eventually(held);
    const read = async (sent: object) => {
      const raw = Buffer.from(JSON.stringify(sent));
      const at = Math.floor(Date.now() / 1_000);
      const mac = createHmac('sha256', secret).update(`${at}.`).update(raw).digest('hex');
      const headers = { 'stripe-signature': `t=${at},v1=${mac}` };
      const callBack = { headers, body: raw, receivedAt: new Date() };
      return (await connector.readCallBacks(callBack, null)).events;
    };
    const event = JSON.parse(body.toString()) as object;
    expect(await read(event)).toEqual([]);
    const byOthers = { ...event, request: { id: 'req_1', idempotency_key: null } };
    expect(await read(byOthers)).toMatchObject([{ reference: request.reference }]);
  });

  it('gives its own code to a hold that ended', async () => {
    const { request } = await authorized();
    await shop.advance(8 * DAY_S);
    expect(await connector.capture(request)).toMatchObject({
      gatewayStatus: 'VOIDED',
      failure: { code: 'AUTHORIZATION_EXPIRED' },
    });
  });

  it('settles what was captured, not what was held', async () => {
    const { request } = await authorized();
    const path = `/v1/payment_intents/${request.gatewayReference}/capture`;
    await shop.send(`POST ${path}`, { amount_to_capture: '10000' });
    expect((await connector.find(request)).gatewayStatus).toBe('CAPTURED');
    expect((await settled(request.reference)).map(({ amount }) => amount)).toEqual([10_000]);
  });

  describe('refunds', () => {
    it('does not refund again once the key is forgotten', async () => {
      const request = await captured();
      const refund = refundOf(5_000);
      expect((await connector.refund(request, refund)).gatewayStatus).toBe('REFUNDED');
      await shop.advance(2 * DAY_S);
      expect((await connector.refund(request, refund)).gatewayStatus).toBe('REFUNDED');
      expect(await shop.list('refunds')).toHaveLength(1);
    });

    it('stays undecided after an error, and is sent again once the key is forgotten', async () => {
      const request = await captured();
      const refund = refundOf(5_000);
      await shop.fault('POST refunds', 'before');
      expect((await connector.refund(request, refund)).gatewayStatus).toBe('PENDING');
      expect((await connector.refund(request, refund)).gatewayStatus).toBe('PENDING');
      expect(await shop.list('refunds')).toHaveLength(0);
      await shop.advance(DAY_S + 1);
      expect((await connector.refund(request, refund)).gatewayStatus).toBe('REFUNDED');
      expect(await shop.list('refunds')).toHaveLength(1);
    });

    it('is found in the list when its answer was an error, or was lost', async () => {
      const request = await captured();
      for (const kind of ['after', 'lost']) {
        const refund = refundOf(1_000);
        await shop.fault('POST refunds', kind);
        await connector.refund(request, refund).catch(() => undefined);
        expect((await connector.findRefund(request, refund)).gatewayStatus).toBe('REFUNDED');
        expect((await connector.refund(request, refund)).gatewayStatus).toBe('REFUNDED');
      }
      expect(await shop.list('refunds')).toHaveLength(2);
    });

    it('tells a refund that came back from one that never left', async () => {
      const request = await captured();
      const back = refundOf(1_000);
      await connector.refund(request, back);
      const [made] = await shop.list<{ id: string }>('refunds');
      await shop.control('refund', { id: made?.id, status: 'failed' });
      expect((await connector.findRefund(request, back)).gatewayStatus).toBe('REVERSED');
      await shop.settings({ refunds: 'insufficient_funds' });
      const poor = refundOf(2_000);
      expect((await connector.refund(request, poor)).gatewayStatus).toBe('PENDING');
      expect(await shop.alarms('BALANCE')).toBe(1);
      const [waiting] = await shop.list<{ id: string }>('refunds?limit=1');
      await shop.control('refund', { id: waiting?.id, status: 'failed' });
      expect((await connector.findRefund(request, poor)).gatewayStatus).toBe('REFUSED');
      expect((await settled(request.reference)).map(({ kind }) => kind)).toEqual([
        'CHARGE',
        'REFUND',
        'REFUND_REVERSED',
      ]);
    });
  });

  describe('bad input', () => {
    it.each([
      [{ amount: 399 }, 'INVALID_REQUEST'],
      [{ currency: 'LYD', amount: 12_000 }, 'INVALID_REQUEST'],
      [{ currency: 'KWD', amount: 12_001 }, 'INVALID_REQUEST'],
      [{ currency: 'MGA', amount: 12_001 }, 'INVALID_REQUEST'],
    ])('refuses %j with %s, in one log line', async (change, code) => {
      const { request, answer } = await authorized(CARDS.good, change);
      expect(request.gatewayReference).toBeNull();
      expect([answer.gatewayStatus, answer.failure?.code]).toEqual(['DECLINED', code]);
      expect(shop.lines).toHaveLength(1);
      expect(await intentsOf()).toEqual([]);
    });

    it('does not know a wrong key, and goes on with the right one', async () => {
      const request = await typed(CARDS.good);
      const { secretKey } = shop.credentials;
      shop.credentials.secretKey = `${secretKey}_revoked`;
      await unavailable(connector.authorize(request), /HTTP 401/);
      await unavailable(connector.authorize(request), /rests/);
      expect(shop.lines).toHaveLength(1);
      expect(await shop.alarms('CREDENTIALS')).toBe(1);
      shop.credentials.secretKey = secretKey;
      expect((await connector.authorize(request)).gatewayStatus).toBe('AUTHORIZED');
    });

    it('does not know an account that is not its own', async () => {
      const token = await shop.tokenize(CARDS.good);
      const request = requestOf({ kind: 'TOKEN', token }, { gatewayAccount: 'acct_stranger' });
      await unavailable(request, /HTTP 403/);
      const other = requestOf({ kind: 'TOKEN', token }, { gatewayAccount: 'someone' });
      await unavailable(other, /no acct_/);
      expect(await shop.alarms('CREDENTIALS')).toBe(2);
    });

    it('never takes a committed payment for one that was not seen', async () => {
      const { request } = await authorized();
      await unavailable(
        connector.find({ ...request, gatewayReference: 'pi_elsewhere' }),
        /pi_elsewhere/,
      );
      expect(await shop.alarms('LOST')).toBe(1);
    });

    it.each([
      ['a test key for a live app', 'LIVE', 'sk_test', true],
      ['a live key for a test app', 'TEST', 'sk_live', false],
      ['a test account for a live app', 'LIVE', 'sk_live', false],
    ] as const)('refuses %s', async (_, appType, prefix, live) => {
      const request = await typed(CARDS.good);
      const { name } = shop.credentials;
      Object.assign(shop.credentials, { secretKey: `${prefix}_${name}`, live });
      const other = shop.connector(appType);
      const unmade = { ...request, reference: newId(new Date()), gatewayReference: null };
      await unavailable(other.prepare(unmade), /other mode/);
      await unavailable(other.find(request), /other mode/);
      expect(await shop.alarms('MODE')).toBe(2);
      expect(await intentsOf()).toHaveLength(1);
    });

    it('logs no secret, whatever goes wrong', async () => {
      const { request } = await authorized(CARDS.declined);
      await shop.fault('POST payment_intents/*/capture', 'after');
      await connector.capture(request).catch(() => undefined);
      await connector.capture(await typed(CARDS.good)).catch(() => undefined);
      await connector.authorize(await requestOf({ kind: 'TOKEN', token: 'ctoken_none' }));
      const [intent] = await shop.list<{ client_secret: string }>('payment_intents?limit=1');
      const text = shop.lines.join('\n');
      expect(text).toContain('Stripe refused');
      for (const secret of ['_secret_', 'sk_test', intent?.client_secret ?? '_secret_'])
        expect(text).not.toContain(secret);
    });
  });

  it('keeps books of a connected account apart, by direct charges', async () => {
    const gatewayAccount = `${shop.account}Berlin`;
    const token = await shop.tokenize(CARDS.good);
    const request = await requestOf({ kind: 'TOKEN', token }, { gatewayAccount });
    expect(await intentsOf()).toEqual([]);
    const [intent] = await shop.list<{ id: string }>('payment_intents', gatewayAccount);
    expect(intent?.id).toBe(request.gatewayReference);
  });

  it('is not known while it is away', async () => {
    const { away } = connected();
    const request = await typed(CARDS.good);
    await unavailable(away.authorize(request), /HTTP none/);
    await unavailable(away.find(request), /HTTP none/);
    await unavailable(away.refund(request, refundOf(1)), /HTTP none/);
  });
});
