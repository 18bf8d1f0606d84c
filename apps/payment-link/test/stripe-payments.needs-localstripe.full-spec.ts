/**
 * The connector against localstripe, which nobody here wrote. It has no confirmation tokens, no
 * challenges by redirect, no idempotency keys, no search, no fees, no decline codes, no disputes and
 * no files. Its set-ups keep no card, and it takes captures after a cancellation and refunds above
 * the charge. That is proved against our own double alone.
 */
import { StripeClient, type RawCallBack } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { Metrics, silentLogger } from '@towpath/observability';
import { FOREIGN_SERVER_START_MS, WebhookReceiver } from '@towpath/testing';
import type { CardAuthorizationRequest } from '../src/cards/card-gateways/ports.js';
import { StripeUnavailable } from '../src/cards/card-gateways/stripe/stripe-answers.js';
import { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { LocalStripe, UNKNOWN } from './localstripe.fixture.js';
import { CARDS } from './payer.fixture.js';
import { ShopCredentials } from './stripe-shop.fixture.js';

const SECRET = 'whsec_of_localstripe';
/** It takes this card, and declines its charges. */
const DECLINED = '4000000000000341';

const credentials = new ShopCredentials('localstripe');
let stripe: LocalStripe;
let receiver: WebhookReceiver;
let connector: StripeCardGateway;
let customerAppId: CustomerAppId;

beforeAll(async () => {
  [stripe, receiver] = await Promise.all([LocalStripe.start(), WebhookReceiver.start()]);
  await stripe.sendEvents(receiver.url('/'), SECRET);
  const client = new StripeClient({
    appType: 'TEST',
    apiUrl: stripe.url,
    credentials,
    clock: { system: () => new Date() },
    logger: silentLogger(),
    metrics: new Metrics('payment-link'),
    Unavailable: StripeUnavailable,
  });
  connector = new StripeCardGateway({ client, fieldsUrl: 'https://fields.test' });
}, FOREIGN_SERVER_START_MS);
afterAll(async () => {
  await stripe?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  customerAppId = newId<CustomerAppId>(new Date());
  credentials.secrets.splice(0, Infinity, { customerAppId: null, secret: SECRET, live: false });
});

const { typed, settled } = requestsTo(() => ({
  ...{ connector, customerAppId, away: connector, callBacks: [] },
  tokenize: (number) => stripe.tokenize(number),
  decide: (intent, decision) => stripe.decide(intent, decision),
  setClock: () => Promise.resolve(),
}));

const intentOf = ({ gatewayReference }: CardAuthorizationRequest) =>
  stripe.ask(`GET /v1/payment_intents/${gatewayReference}`);

async function authorized(number: string = CARDS.good) {
  const request = await typed(number);
  return { request, answer: await connector.authorize(request) };
}

async function captured() {
  const { request } = await authorized();
  expect((await connector.capture(request)).gatewayStatus).toBe('CAPTURED');
  return request;
}

const linesOf = async ({ reference }: CardAuthorizationRequest) => {
  const lines = await settled(reference);
  return lines.map(({ kind, amount, currency }) => [kind, amount, currency]).toSorted();
};

describe('the connector at localstripe', () => {
  it('holds the exact amount, and captures it once', async () => {
    const { request, answer } = await authorized();
    expect(answer.gatewayStatus).toBe('AUTHORIZED');
    expect((await connector.authorize(request)).gatewayStatus).toBe('AUTHORIZED');
    expect(await intentOf(request)).toMatchObject({
      ...{ status: 'requires_capture', amount: 12_345, currency: 'hkd' },
      metadata: { reference: request.reference, customer_app_id: customerAppId },
    });
    expect(await linesOf(request)).toEqual([]);
    const taken = [await connector.capture(request), await connector.capture(request)];
    expect(taken.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['CAPTURED', 'CAPTURED']);
    expect((await connector.find(request)).gatewayStatus).toBe('CAPTURED');
    expect(await linesOf(request)).toEqual([['CHARGE', 12_345, 'HKD']]);
  });

  it('cancels what was declined', async () => {
    const { request, answer } = await authorized(DECLINED);
    expect(answer).toMatchObject({
      gatewayStatus: 'DECLINED',
      failure: { code: 'PAYMENT_METHOD_DECLINED' },
    });
    expect(await intentOf(request)).toMatchObject({ status: 'canceled' });
  });

  it.each([
    ['approve', 'AUTHORIZED', null],
    ['refuse', 'DECLINED', 'AUTHENTICATION_FAILED'],
  ] as const)('waits for the payer, who may %s', async (decision, gatewayStatus, code) => {
    const { request, answer } = await authorized(CARDS.challenged);
    expect(answer.gatewayStatus).toBe('ACTION_REQUIRED');
    expect((await connector.find(request)).gatewayStatus).toBe('ACTION_REQUIRED');
    await stripe.decide(request.gatewayReference ?? '', decision);
    const found = await connector.find(request);
    expect([found.gatewayStatus, found.failure?.code ?? null]).toEqual([gatewayStatus, code]);
  });

  it('gives back what it held, however often it is asked', async () => {
    const { request } = await authorized();
    const ended = [await connector.void(request), await connector.void(request)];
    expect(ended.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['VOIDED', 'VOIDED']);
    expect(await intentOf(request)).toMatchObject({ status: 'canceled' });
    expect(await linesOf(request)).toEqual([]);
    const { request: challenged } = await authorized(CARDS.challenged);
    expect((await connector.void(challenged)).gatewayStatus).toBe('VOIDED');
  });

  it('refunds a part and the rest, each once, and finds them in the balance', async () => {
    const request = await captured();
    for (const amount of [345, 12_000]) {
      const refund = { refundReference: newId(new Date()), amount, currency: 'HKD' };
      expect((await connector.findRefund(request, refund)).gatewayStatus).toBe('PENDING');
      const made = { gatewayStatus: 'REFUNDED' };
      expect(await connector.refund(request, refund)).toEqual(made);
      expect(await connector.refund(request, refund)).toEqual(made);
      expect(await connector.findRefund(request, refund)).toEqual(made);
    }
    expect(await linesOf(request)).toEqual([
      ['CHARGE', 12_345, 'HKD'],
      ['REFUND', 12_000, 'HKD'],
      ['REFUND', 345, 'HKD'],
    ]);
    expect((await connector.find(request)).gatewayStatus).toBe('REFUNDED');
  });

  it('takes an event that it signed, and none that was changed or signed by others', async () => {
    const request = await captured();
    const { headers, rawBody: body } = await receiver.waitFor(({ rawBody }) =>
      rawBody.includes(request.gatewayReference ?? ''),
    );
    const raw: RawCallBack = { headers, body, receivedAt: new Date() };
    const { events } = await connector.readCallBacks(raw, null);
    expect(events).toMatchObject([{ reference: request.reference, customerAppId }]);
    const refused = (changed: RawCallBack) =>
      expect(connector.readCallBacks(changed, null)).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      });
    const other = body.toString().replace(request.reference, newId(new Date()));
    await refused({ ...raw, body: Buffer.from(other) });
    await refused({ ...raw, receivedAt: new Date(Date.now() + 600_000) });
    credentials.secrets.splice(0, 1, { customerAppId: null, secret: 'whsec_other', live: false });
    await refused(raw);
  });
});

describe('the filter before localstripe', () => {
  it.each(UNKNOWN)('is needed for $parameter of $request', async ({ request, parameter }) => {
    const order = { amount: '100', currency: 'hkd' };
    const { id } = await stripe.ask('POST /v1/payment_intents', order);
    const route = request.replace('{id}', String(id));
    const { error } = await stripe.ask(route, { ...order, [parameter]: '1' });
    expect(error).toMatchObject({ message: expect.stringContaining(parameter) as string });
  });
});
