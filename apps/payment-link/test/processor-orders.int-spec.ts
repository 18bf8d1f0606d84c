/** @proves promise-5 */
import fc from 'fast-check';
import type { ProcessorEntry, ProcessorPayout } from '../src/cards/card-gateways/ports.js';
import type { ProcessorAccount } from '../src/money/processor-settlements/processor-payouts.service.js';
import { ProcessorSettlementsService } from '../src/money/processor-settlements/processor-settlements.service.js';
import type { ProcessorPlace } from '../src/money/processor-settlements/processor-settlements.reads.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { FEE, ProcessorApp, ProcessorGateway } from './processor-gateway.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let service: TestPaymentLink;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());

interface Step {
  readonly entries: readonly ProcessorEntry[];
  readonly payouts: readonly ProcessorPayout[];
}

/** Two payments, one of them abroad; refund, fee, reserve and unknown money; payouts, also ordered. */
async function business(): Promise<{ shop: ProcessorApp; steps: Step[] }> {
  const gateway = new ProcessorGateway();
  gateway.connectTo(service);
  const shop = await ProcessorApp.of(service, gateway);
  await shop.app.settlementAccount('USD', { card_connector: 'processor' });
  gateway.exchange = { rate: 7.8, currency: 'HKD' };
  const first = await shop.pay();
  await shop.pay(1_000, 'USD');
  const pending = gateway.payOut(shop.id, { status: 'PENDING' });
  const paid: ProcessorPayout = { ...pending, status: 'PAID' };
  await shop.refund(first, 2_500);
  gateway.add({ kind: 'FEE', amount: 9 });
  gateway.add({ kind: 'RESERVE', amount: 100 });
  gateway.add({ kind: 'OTHER_CREDIT', amount: 55 });
  gateway.failPayout(paid);
  const ordered = (members: Partial<ProcessorPayout>) =>
    ['PENDING' as const, 'PAID' as const].map((status): ProcessorPayout => ({
      ...pending,
      status,
      amount: 500,
      ...members,
    }));
  gateway.add({ kind: 'PAYOUT', amount: 500, fee: 5, reference: 'po_arrived' });
  gateway.add({ kind: 'PAYOUT', amount: 300, reference: 'po_back' });
  const second = gateway.payOut(shop.id, { amount: 14_195 });
  gateway.add({ kind: 'RESERVE_REVERSED', amount: 100 });
  gateway.add({ kind: 'PAYOUT_REVERSED', amount: 300, reference: 'po_back' });
  const third = gateway.payOut(shop.id);
  const failed = gateway.payouts.find(({ status }) => status === 'FAILED');
  const entries = gateway.entriesOf(shop.id);
  const payouts = [pending, paid, ...(failed ? [failed] : []), second, third];
  payouts.push(...ordered({ reference: 'po_arrived' }), ...ordered({ reference: 'po_back' }));
  return {
    shop,
    steps: [
      ...entries.map((entry) => ({ entries: [entry], payouts: [] })),
      // As it was listed before a payout contained it.
      ...entries.map((entry) => ({ entries: [{ ...entry, payoutReference: null }], payouts: [] })),
      ...payouts.map((payout) => ({ entries: [], payouts: [payout] })),
    ],
  };
}

async function accountOf({ app, gateway }: ProcessorApp): Promise<ProcessorAccount> {
  const settlements = service.app.get(ProcessorSettlementsService, { strict: false });
  const place: ProcessorPlace = {
    customerAppId: app.id,
    appType: gateway.appType,
    integrationId: 'GW1_PROCESSOR',
    cardIntegrationId: gateway.integrationId,
    connector: gateway.connector,
  };
  const [account] = await settlements.accountsAt(place, () => Promise.resolve([]));
  if (!account) throw new Error('the app has no account at the processor');
  return account;
}

/** The books after a page with everything. */
async function folded(): Promise<string[]> {
  const { shop, steps } = await business();
  const settlements = service.app.get(ProcessorSettlementsService, { strict: false });
  const page = {
    entries: steps.flatMap(({ entries }) => entries),
    payouts: steps.flatMap(({ payouts }) => payouts),
  };
  await settlements.receive(await accountOf(shop), page);
  return shop.balances();
}

describe('entries and payouts of a processor', () => {
  it('in any order, and any number of times, come to the same books, which balance', async () => {
    const settlements = service.app.get(ProcessorSettlementsService, { strict: false });
    const right = await folded();
    const order = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(order, async (numbers) => {
        const { shop, steps } = await business();
        const account = await accountOf(shop);
        // Each at least once, in the order of random keys, and some again.
        const keyed = steps.map((step, index) => ({ step, key: numbers[index] ?? 0 }));
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ step }) => step);
        const again = numbers.slice(-10).flatMap((number) => steps[number % steps.length] ?? []);
        for (const step of [...shuffled, ...again]) await settlements.receive(account, step);
        expect(await shop.balances()).toEqual(right);
        expect(await shop.verify()).toEqual([]);
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('of a payment that is not executed yet are used once it is, although listed once', async () => {
    const gateway = new ProcessorGateway();
    gateway.connectTo(service);
    const shop = await ProcessorApp.of(service, gateway);
    gateway.lost.add('after capture');
    await expect(shop.pay()).rejects.toThrow('payment is SUBMITTED');
    const settlements = service.app.get(ProcessorSettlementsService, { strict: false });
    const payouts = [gateway.payOut(shop.id)];
    const entries = gateway.entriesOf(shop.id);
    await settlements.receive(await accountOf(shop), { entries, payouts });
    expect(await shop.balances()).toEqual([`settlement HKD ${-FEE}`]);
    gateway.plant = () => [];
    await shop.advance();
    await shop.advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${12_500 - FEE}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('from many at once come to the same books', async () => {
    const settlements = service.app.get(ProcessorSettlementsService, { strict: false });
    const right = await folded();
    const { shop, steps } = await business();
    const account = await accountOf(shop);
    await Promise.all([...steps, ...steps].map((step) => settlements.receive(account, step)));
    expect(await shop.balances()).toEqual(right);
    expect(await shop.verify()).toEqual([]);
  }, 60_000);
});
