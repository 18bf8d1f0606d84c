/** @proves promise-5, promise-15 */
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { ProcessorApp } from './processor-gateway.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeRelay } from './stripe-relay.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

/** Of 12,500: 3.4 percent and 2.35. Minor units. */
const NET = 12_500 - 660;

let service: TestPaymentLink;
let stripe: StripeShop;
let relay: StripeRelay;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  stripe = await StripeShop.open();
  stripe.credentials.endpointId = 'we_own';
  relay = await StripeRelay.start(stripe.url);
  const registry = service.app.get(CardGatewayRegistry);
  const others = registry.all().filter(({ connector }) => connector !== 'stripe');
  const connector = stripe.connector('TEST', relay.url);
  Object.assign(registry, new CardGatewayRegistry([...others, connector]));
  shop = await openShop();
});
afterEach(() => relay.stop());

function openShop() {
  const named = { card_integration_id: 'GW4', card_connector: 'stripe' };
  return ProcessorApp.of(service, { named, tokenize: (number) => stripe.tokenize(number) });
}

/** The clocks of the account and of the app move on, and the settlement is read. */
async function advance(hours = 2): Promise<void> {
  await stripe.advance(hours * 3_600);
  await shop.advance(hours);
}

/** Somebody orders a payout at Stripe. */
async function order(amount: number, method = 'standard'): Promise<string> {
  const form = { amount: String(amount), currency: 'hkd', method };
  const { id } = await stripe.send('POST /v1/payouts', form);
  return String(id);
}

/** The same, and the bank gets it. */
async function paidOut(amount: number, method = 'standard'): Promise<string> {
  const id = await order(amount, method);
  await stripe.control('payout', { id, status: 'paid' });
  return id;
}

async function payOut(): Promise<string> {
  const { id } = await stripe.control('payout', { currency: 'hkd' });
  return String(id);
}

async function agree(): Promise<void> {
  await advance(48);
  expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
}

describe('a payout that somebody orders at Stripe', () => {
  it('moves nothing by itself, and the next automatic one moves the money of both', async () => {
    await shop.pay();
    const subject = await paidOut(5_000, 'instant');
    await advance();
    // A later payment is not in it.
    await shop.pay();
    await advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${2 * NET - 50}`]);
    const theirs = [{ amount: 5_000 }, { entryId: 'rest', amount: 5_000 }];
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject, theirs }]);
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${2 * NET - 50}`]);
    await agree();
  });

  it('counts where it is listed once the bank has it, and no more if it fails after all', async () => {
    await shop.pay();
    const id = await order(5_000);
    await payOut();
    await advance();
    const both = [`at_processor HKD 5000`, `settlement HKD ${NET - 5_000}`];
    expect(await shop.balances()).toEqual(both);
    await agree();
    await stripe.control('payout', { id, status: 'paid' });
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await stripe.control('payout', { id });
    await advance();
    expect(await shop.balances()).toEqual(both);
    await agree();
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await agree();
  });

  it('gives its money back when it fails before an automatic one lists it', async () => {
    await shop.pay();
    const id = await paidOut(5_000);
    await advance();
    await stripe.control('payout', { id });
    await agree();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await agree();
  });

  it.each([
    ['ordered', () => paidOut(5_000), 5_000],
    ['automatic', payOut, NET],
  ])('collects an %s one again, for the next automatic one', async (_what, leave, amount) => {
    await shop.pay();
    const id = await leave();
    if (amount < NET) await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    const { id: back } = await stripe.send(`POST /v1/payouts/${id}/reverse`);
    await advance();
    const left = amount < NET ? [`settlement HKD ${NET - amount}`] : [];
    expect(await shop.balances()).toEqual([`at_processor HKD ${amount}`, ...left]);
    await stripe.control('payout', { id: back, status: 'paid' });
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await agree();
  });

  it('ends the difference of an automatic one that failed, if it has its money', async () => {
    await shop.pay();
    const failed = await payOut();
    await advance();
    await stripe.control('payout', { id: failed });
    await advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_FAILED', subject: failed }]);
    const subject = await paidOut(NET);
    await advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject }]);
    await shop.pay();
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${2 * NET}`]);
    await agree();
  });

  it('is of nobody at an account of several apps until it names one, then or later', async () => {
    stripe.credentials.endpointId = 'default';
    const name = (id: string) =>
      stripe.send(`POST /v1/payouts/${id}`, { 'metadata[customer_app_id]': shop.id });
    await shop.pay();
    const nobodys = await paidOut(5_000, 'instant');
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject: nobodys }]);
    await name(nobodys);
    await advance();
    await agree();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET - 50}`]);
    await shop.pay();
    const named = await paidOut(5_000, 'instant');
    await name(named);
    await advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject: named }]);
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${2 * NET - 100}`]);
    await agree();
  });
});

it.each([
  ['as much as', NET],
  ['more than', NET + 1_000],
])(
  'an automatic payout with an ordered one of %s an app has in it may fail',
  async (_what, ordered) => {
    stripe.credentials.endpointId = 'default';
    await shop.pay();
    const other = await openShop();
    await other.pay();
    const id = await order(ordered);
    await stripe.send(`POST /v1/payouts/${id}`, { 'metadata[customer_app_id]': shop.id });
    await stripe.control('payout', { id, status: 'paid' });
    const failed = await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await stripe.control('payout', { id: failed });
    await advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await agree();
  },
);

it('an ordered payout may be named after the automatic one that lists it has failed', async () => {
  stripe.credentials.endpointId = 'default';
  await shop.pay();
  const id = await paidOut(5_000, 'instant');
  const failed = await payOut();
  await advance();
  await stripe.control('payout', { id: failed });
  await payOut();
  await advance();
  await stripe.send(`POST /v1/payouts/${id}`, { 'metadata[customer_app_id]': shop.id });
  await advance();
  await agree();
  expect(await shop.balances()).toEqual([`settlement HKD ${NET - 50}`]);
});

describe('a settlement of Stripe that is not read to its end', () => {
  it('stops no other account of the app', async () => {
    const refused = `${stripe.account}Refused`;
    const named = { card_integration_id: 'GW4', card_connector: 'stripe' };
    const first = { ...named, gateway_account: refused };
    const tokenize = (number: string) => stripe.tokenize(number);
    shop = await ProcessorApp.of(service, { named: first, tokenize }, 'USD');
    await shop.app.settlementAccount('HKD', named);
    await advance();
    await shop.pay();
    await payOut();
    const authorization = `Bearer sk_test_${stripe.credentials.name}_revoked`;
    relay.ask = (request) =>
      request.headers['stripe-account'] === refused
        ? { ...request, headers: { ...request.headers, authorization } }
        : request;
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    expect(await stripe.alarms('CREDENTIALS')).toBeGreaterThan(0);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('is read on behind the payouts that were read whole', async () => {
    const payouts: string[] = [];
    for (let day = 0; day < 2; day += 1) {
      await shop.pay();
      const { id } = await stripe.control('payout', { currency: 'hkd' });
      payouts.push(String(id));
    }
    const [older = '', newer = ''] = payouts;
    let asked: string[] = [];
    relay.ask = (request) => {
      const payout = new URLSearchParams(request.query).get('payout');
      if (payout !== null) asked.push(payout);
      if (payout === older && asked.length <= 2) throw new Error('no answer');
      return request;
    };
    await advance();
    expect(asked).toEqual([newer, older]);
    expect(await shop.balances()).toContain(`settlement HKD ${NET}`);
    asked = [];
    relay.ask = (request) => {
      const payout = new URLSearchParams(request.query).get('payout');
      if (payout !== null) asked.push(payout);
      return request;
    };
    await advance();
    expect(asked).toEqual([older]);
    expect(await shop.balances()).toEqual([`settlement HKD ${2 * NET}`]);
    await agree();
  });
});
