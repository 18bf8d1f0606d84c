/** @proves promise-5, promise-15 */
import { newId } from '@towpath/kernel';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { ProcessorApp } from './processor-gateway.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StripeRelay } from './stripe-relay.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const HOUR_S = 3_600;
/** Of 12,500: 3.4 percent and 2.35. Minor units. */
const FEE = 660;
const NET = 12_500 - FEE;
const DISPUTED = '4000000000000259';
const PAYOUT_SUM = 'PROCESSOR_PAYOUT PAYOUT_SUM';

interface Line {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly source: Readonly<Record<string, unknown>> | null;
}

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
  await stripe.advance(hours * HOUR_S);
  await shop.advance(hours);
}

async function payOut(currency = 'hkd'): Promise<string> {
  const { id } = await stripe.control('payout', { currency });
  return String(id);
}

/** Plants a difference into the lines of one type, wherever they are listed. */
function plant(type: string, change: (line: Line) => readonly Line[]): void {
  const changed = (line: Line) => (line.type === type ? change(line) : [line]);
  relay.answer = (body, route) =>
    route === 'GET /v1/balance_transactions'
      ? { ...body, data: (body['data'] as Line[]).flatMap(changed) }
      : body;
}

const another = (line: Line, members: Partial<Line>): Line[] => [
  line,
  { ...line, id: `${line.id}Other`, fee: 0, net: members.amount ?? line.amount, ...members },
];

async function atStripe<T>(path: string): Promise<T | undefined> {
  const [first] = await stripe.list<T>(path);
  return first;
}

describe('the books of an app and the settlement of Stripe', () => {
  it('agree on a payment, its refund, fees, a reserve and a payout', async () => {
    const paymentId = await shop.pay();
    await shop.refund(paymentId, 2_500);
    await stripe.control('entry', { type: 'stripe_fee', amount: -9, currency: 'hkd' });
    await stripe.control('entry', { type: 'reserve_hold', amount: -100, currency: 'hkd' });
    await payOut();
    await advance();
    await advance(48);
    const paidOut = NET - 2_500 - 9 - 100;
    expect(await shop.balances()).toEqual(['reserve HKD 100', `settlement HKD ${paidOut}`]);
    await stripe.control('entry', { type: 'reserve_release', amount: 100, currency: 'hkd' });
    await payOut();
    await advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${paidOut + 100}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('agree on a payment in another currency than the account', async () => {
    await stripe.settings({ settlement_currency: 'usd', rate: 0.128 });
    await shop.pay();
    await payOut('usd');
    await advance();
    await advance(48);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });
});

describe('a difference between the books and the settlement of Stripe', () => {
  it.each<[string, (line: Line) => readonly Line[], string[]]>([
    ['a fee that does not come to the net', (line) => [{ ...line, fee: 0 }], ['CHARGE FEE']],
    ['a fee that is left out', (line) => [{ ...line, fee: 0, net: line.amount }], [PAYOUT_SUM]],
    [
      'another amount',
      (line) => [{ ...line, amount: line.amount - 100, net: line.net - 100 }],
      ['CHARGE AMOUNT', PAYOUT_SUM],
    ],
    [
      'another currency',
      (line) => [{ ...line, currency: 'usd', source: { ...line.source, currency: 'usd' } }],
      ['CHARGE CURRENCY', PAYOUT_SUM],
    ],
    ['an entry that comes twice', (line) => another(line, {}), ['CHARGE TWICE', PAYOUT_SUM]],
    [
      'money that Stripe took for a reason we do not know',
      (line) => another(line, { type: 'contribution', amount: -30, source: null }),
      ['OTHER_DEBIT MISSING_HERE', PAYOUT_SUM],
    ],
    [
      'money that Stripe gave for a reason we do not know',
      (line) => another(line, { type: 'contribution', amount: 30, source: null }),
      ['OTHER_CREDIT MISSING_HERE', PAYOUT_SUM],
    ],
    [
      'a capture that failed after its success',
      (line) => another(line, { type: 'payment_failure_refund', amount: -line.amount }),
      [PAYOUT_SUM, 'RETURN MISSING_HERE'],
    ],
  ])('is %s', async (_what, change, kinds) => {
    await shop.pay();
    await payOut();
    plant('charge', change);
    await advance();
    expect(await shop.kinds()).toEqual(kinds);
  });

  it('is an entry that is missing: in its payout at once, of its payment after a day', async () => {
    const paymentId = await shop.pay();
    const payout = await payOut();
    plant('charge', () => []);
    await advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject: payout }]);
    await advance(27);
    expect(await shop.differences()).toMatchObject([
      { side: 'CHARGE', kind: 'MISSING_THERE', subject: paymentId },
      { kind: 'PAYOUT_SUM' },
    ]);
  });

  it('is a payment that only Stripe knows', async () => {
    await shop.pay();
    const paymentId = newId(new Date());
    await stripe.send('POST /v1/payment_intents', {
      ...{ amount: '5000', currency: 'hkd', confirm: 'true', payment_method: 'pm_card_visa' },
      ...{ 'metadata[customer_app_id]': shop.id, 'metadata[payment_id]': paymentId },
      'metadata[reference]': paymentId,
    });
    await advance();
    expect(await shop.differences()).toMatchObject([
      { side: 'CHARGE', kind: 'MISSING_HERE', subject: paymentId },
    ]);
  });

  it('is a capture of less than was asked for', async () => {
    relay.ask = (request) =>
      request.route.endsWith('/capture')
        ? { ...request, body: `${request.body}&amount_to_capture=10000` }
        : request;
    const paymentId = await shop.pay();
    const intent = await atStripe('payment_intents');
    expect(intent).toMatchObject({ amount: 12_500, amount_received: 10_000 });
    expect(await stripe.alarms('AMOUNT')).toBe(1);
    await advance();
    expect(await shop.kinds()).toEqual(['CHARGE AMOUNT']);
    const [found] = await shop.differences();
    expect(found).toMatchObject({ subject: paymentId, theirs: [{ amount: 10_000 }] });
  });

  it.each<[string, Partial<Line>, string]>([
    ['a rate that Stripe does not state', { exchange_rate: 0.127 }, 'CHARGE RATE'],
    [
      'presentment of another amount',
      {
        source: { object: 'charge', amount_captured: 12_499, currency: 'hkd' },
        exchange_rate: null,
      },
      'CHARGE AMOUNT',
    ],
  ])('is %s', async (_what, members, kind) => {
    await stripe.settings({ settlement_currency: 'usd', rate: 0.128 });
    await shop.pay();
    plant('charge', (line) => [
      { ...line, ...members, source: { ...line.source, ...members.source } },
    ]);
    await advance();
    expect(await shop.kinds()).toEqual([kind]);
  });

  it('is a refund that was made at Stripe', async () => {
    const paymentId = await shop.pay();
    const { id } = (await atStripe<{ id: string }>('payment_intents')) ?? { id: '' };
    await stripe.send('POST /v1/refunds', { payment_intent: id, amount: '100' });
    await advance();
    expect(await shop.differences()).toMatchObject([
      { side: 'REFUND', kind: 'MISSING_HERE', subject: paymentId },
    ]);
  });

  it('is a refund of another amount', async () => {
    await shop.refund(await shop.pay(), 2_500);
    plant('refund', (line) => [{ ...line, amount: -2_400, net: -2_400 }]);
    await advance();
    expect(await shop.kinds()).toEqual(['REFUND AMOUNT']);
  });

  it('is a refund that came back, until Stripe is asked about it', async () => {
    const paymentId = await shop.pay();
    await shop.refund(paymentId, 2_500);
    const refund = await atStripe<{ id: string }>('refunds');
    await stripe.control('refund', { id: refund?.id, status: 'failed' });
    await advance();
    await advance();
    expect(await shop.kinds()).toEqual([]);
    const found = await shop.app.rows(`SELECT side, kind FROM reconciliation_differences`);
    expect(found).toEqual([{ side: 'REFUND_REVERSED', kind: 'MISSING_HERE' }]);
    const refunds = await shop.app.rows(`SELECT status FROM refunds`);
    expect(refunds).toEqual([{ status: 'REVERSED' }]);
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
  });

  it('is a dispute of which no event came, and its end', async () => {
    shop.card = DISPUTED;
    const paymentId = await shop.pay();
    await advance();
    expect(await shop.differences()).toMatchObject([
      { side: 'DISPUTE', kind: 'MISSING_HERE', subject: paymentId },
    ]);
    await new PublishedDispute(service, shop.app, { payment_id: paymentId }).moves(
      'ACTION_REQUIRED',
    );
    await advance();
    expect(await shop.kinds()).toEqual([]);
    expect(await shop.balances()).toEqual([
      `at_processor HKD ${-FEE - 1_500}`,
      'disputed HKD 12500',
    ]);
    const dispute = await atStripe<{ id: string }>('disputes');
    await stripe.control('decision', { id: dispute?.id, status: 'won' });
    await advance();
    expect(await shop.kinds()).toEqual(['DISPUTE_REVERSED MISSING_HERE']);
  });

  it('is a fee of a dispute that does not come to the net', async () => {
    shop.card = DISPUTED;
    const paymentId = await shop.pay();
    await new PublishedDispute(service, shop.app, { payment_id: paymentId }).moves(
      'ACTION_REQUIRED',
    );
    plant('adjustment', (line) => [{ ...line, fee: 0 }]);
    await advance();
    expect(await shop.kinds()).toEqual(['DISPUTE FEE']);
  });

  it('is a payout whose sum differs, and the rest is named', async () => {
    await shop.pay();
    const subject = await payOut();
    relay.answer = (body, route) =>
      route === 'GET /v1/payouts'
        ? { ...body, data: (body['data'] as Line[]).map((each) => ({ ...each, amount: NET - 11 })) }
        : body;
    await advance();
    expect(await shop.differences()).toMatchObject([
      {
        kind: 'PAYOUT_SUM',
        subject,
        theirs: [{ amount: NET - 11 }, { entryId: 'rest', amount: -11 }],
      },
    ]);
  });

  it('is a reserve that the payout has and the list has not', async () => {
    await shop.pay();
    await stripe.control('entry', { type: 'reserve_hold', amount: -2_000, currency: 'hkd' });
    const subject = await payOut();
    plant('reserve_hold', () => []);
    await advance();
    expect(await shop.differences()).toMatchObject([
      { kind: 'PAYOUT_SUM', subject, theirs: [{}, { entryId: 'rest', amount: -2_000 }] },
    ]);
  });

  it('is a payout that failed after it was paid, until the next one has its money', async () => {
    await shop.pay();
    const subject = await payOut();
    await advance();
    await stripe.control('payout', { id: subject });
    await advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_FAILED', subject }]);
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    await payOut();
    await advance();
    expect([await shop.kinds(), await shop.verify()]).toEqual([[], []]);
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
  });
});
