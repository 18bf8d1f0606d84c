import { newId, type CustomerAppId } from '@towpath/kernel';
import type { CardAuthorizationRequest } from '../src/cards/card-gateways/ports.js';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { CARDS } from './payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { ALWAYS_CHALLENGED } from './stripe-lacks.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const DAY_S = 86_400;

let shop: StripeShop;
let connector: StripeCardGateway;
let customerAppId: CustomerAppId;

beforeEach(async () => {
  shop = await StripeShop.open();
  connector = shop.connector();
  customerAppId = newId<CustomerAppId>(new Date());
}, START_MS);

const { requestOf, typed, store } = requestsTo(() => shop.connected(connector, customerAppId));
type Change = Partial<CardAuthorizationRequest>;
const authorized = async (number: string = CARDS.good, change: Change = {}) => {
  const request = await typed(number, change);
  return { request, answer: await connector.authorize(request) };
};

describe('cards that Stripe keeps', () => {
  it('has one customer for each payer, with name and e-mail', async () => {
    const payer = { key: 'PAYER', email: 'wong@mei.example', name: 'Wong Mei' };
    const change = { payer: { ...payer, address: null, browser: null } };
    await store(CARDS.good, change);
    await store(CARDS.good, change);
    await shop.advance(2 * DAY_S);
    await store(CARDS.good, change);
    const customers = await shop.list('customers');
    expect(customers).toHaveLength(1);
    expect(customers[0]).toMatchObject({ name: 'Wong Mei', email: 'wong@mei.example' });
  });

  it('stores the card of a payment, and detaches it when it is forgotten', async () => {
    const payer = { key: 'PAYER', email: 'wong@mei.example', name: 'Wong Mei' };
    const change = { store: true, payer: { ...payer, address: null, browser: null } };
    const { request } = await authorized(CARDS.good, change);
    await connector.capture(request);
    const { integrationMetadata } = await connector.find(request);
    const card = {
      customerAppId,
      gatewayAccount: null,
      integrationMetadata: integrationMetadata ?? {},
    };
    expect(await connector.statusOf(card)).toBe('USABLE');
    shop.aheadMs = Date.UTC(2061, 0, 1) - Date.now();
    expect(await connector.statusOf(card)).toBe('EXPIRED');
    shop.aheadMs = 0;
    await connector.forgetStored(card);
    expect(await connector.statusOf(card)).toBe('NOT_STORED');
    const [customer] = await shop.list('customers');
    expect([customer?.['name'], customer?.['email']].filter(Boolean)).toEqual([]);
    const source = { kind: 'STORED', ...card } as const;
    const later = await requestOf(source, { payerPresent: false, returnUrl: null });
    expect(await connector.authorize(later)).toMatchObject({ gatewayStatus: 'DECLINED' });
  });

  it('gives a set-up back by detaching its card', async () => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true } as const;
    const { request, answer } = await authorized(CARDS.good, setUp);
    expect(answer.gatewayStatus).toBe('AUTHORIZED');
    expect((await connector.void(request)).gatewayStatus).toBe('VOIDED');
    expect((await connector.find(request)).gatewayStatus).toBe('VOIDED');
  });

  it('cancels a set-up that was declined, and one that the payer left', async () => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true } as const;
    const declined = await authorized(CARDS.declined, setUp);
    expect(declined.answer.gatewayStatus).toBe('DECLINED');
    const left = await typed(CARDS.good, setUp);
    expect((await connector.void(left)).gatewayStatus).toBe('VOIDED');
    for (const { gatewayReference } of [declined.request, left])
      expect(await shop.get(`setup_intents/${gatewayReference}`)).toMatchObject({
        status: 'canceled',
      });
  });

  it('refuses a card whose customer was deleted, and keeps nothing open', async () => {
    const { source, answer } = await store(CARDS.good);
    const { gw4_metadata: kept } = answer.integrationMetadata as {
      gw4_metadata: { customer: { id: string } };
    };
    await fetch(`${shop.url}/v1/customers/${kept.customer.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${shop.credentials.secretKey}` },
    });
    const request = await requestOf(source, { payerPresent: false, returnUrl: null });
    expect(request.gatewayReference).toBeNull();
    expect(await connector.authorize(request)).toMatchObject({
      gatewayStatus: 'DECLINED',
      failure: { code: 'PAYMENT_METHOD_DECLINED' },
    });
    expect(await shop.list('payment_intents')).toEqual([]);
  });

  it('tells that the bank wants the payer, who is absent', async () => {
    const { source } = await store(ALWAYS_CHALLENGED);
    const request = await requestOf(source, { payerPresent: false, returnUrl: null });
    expect(await connector.authorize(request)).toMatchObject({
      gatewayStatus: 'DECLINED',
      failure: { code: 'AUTHENTICATION_REQUIRED' },
    });
  });
});

it('an intent that is prepared ahead has a key of its own: a later one may have other terms', async () => {
  const request = await typed(CARDS.good);
  const ahead = await connector.prepareAhead?.({ ...request, merchantName: 'Harbour' });
  expect(ahead).not.toBe(request.gatewayReference);
  await connector.authorize({ ...request, gatewayReference: ahead ?? null });
  const made = (await shop.list('payment_intents')).map(({ id, status }) => [id, status]);
  expect(Object.fromEntries(made)).toEqual({
    [ahead ?? '']: 'requires_capture',
    [request.gatewayReference ?? '']: 'requires_payment_method',
  });
});
