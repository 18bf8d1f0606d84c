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

/** Somebody orders a payout at Stripe, and the bank gets it. */
async function order(amount: number, method = 'standard'): Promise<string> {
  const form = { amount: String(amount), currency: 'hkd', method };
  const { id } = await stripe.send('POST /v1/payouts', form);
  await stripe.control('payout', { id, status: 'paid' });
  return String(id);
}

async function agree(): Promise<void> {
  await advance(48);
  expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
}

describe('a payout that somebody orders at Stripe', () => {
  it('moves its amount to what payouts may use, and the next automatic one the rest', async () => {
    await shop.pay();
    await order(5_000, 'instant');
    await advance();
    const left = NET - 5_050;
    expect(await shop.balances()).toEqual([`at_processor HKD ${left}`, 'settlement HKD 5000']);
    await agree();
    await stripe.control('payout', { currency: 'hkd' });
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET - 50}`]);
    await agree();
  });

  it('gives its money back when it fails after it was paid', async () => {
    await shop.pay();
    const id = await order(NET);
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await stripe.control('payout', { id });
    await advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    await agree();
    await order(NET);
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    await agree();
  });

  it('moves no more than the books have at Stripe: the rest is a difference', async () => {
    await shop.pay();
    const form = { amount: '20000', currency: 'hkd', confirm: 'true' };
    await stripe.send('POST /v1/payment_intents', { ...form, payment_method: 'pm_card_visa' });
    // Its fee is one of the account, and the money itself is not ours.
    const ours = NET - 915;
    const subject = await order(NET + 3_000);
    await advance();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${ours}`]);
    const found = (await shop.differences()).filter((each) => each.subject === subject);
    const theirs = [{ amount: NET + 3_000 }, { entryId: 'rest', amount: NET + 3_000 - ours }];
    expect(found).toMatchObject([{ kind: 'PAYOUT_SUM', theirs }]);
    expect(await shop.verify()).toEqual([]);
  });

  it('moves nothing at an account of several apps, until it names one', async () => {
    stripe.credentials.endpointId = 'default';
    await shop.pay();
    const id = await order(5_000);
    await advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject: id }]);
    expect(await stripe.alarms('PAYOUT')).toBeGreaterThan(0);
    await stripe.send(`POST /v1/payouts/${id}`, { 'metadata[customer_app_id]': shop.id });
    await advance();
    expect(await shop.balances()).toEqual([
      `at_processor HKD ${NET - 5_000}`,
      'settlement HKD 5000',
    ]);
    await agree();
  });
});

describe('a settlement of Stripe that is not read to its end', () => {
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
