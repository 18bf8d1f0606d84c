import { newId, type CustomerAppId } from '@towpath/kernel';
import type { ProcessorEntry, ProcessorPayout } from '../src/cards/card-gateways/ports.js';
import type { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import { requestsTo } from './connected-gateway.fixture.js';
import { CARDS } from './payer.fixture.js';
import { StripeRelay } from './stripe-relay.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const HOUR_MS = 3_600_000;

let shop: StripeShop;
let connector: StripeCardGateway;
let customerAppId: CustomerAppId;

beforeEach(async () => {
  shop = await StripeShop.open();
  connector = shop.connector();
  customerAppId = newId<CustomerAppId>(new Date());
});

/** Stands between the connector and Stripe. Returns the requests that passed. */
async function relayed(): Promise<{ relay: StripeRelay; asked: string[] }> {
  relay = await StripeRelay.start(shop.url);
  connector = shop.connector('TEST', relay.url);
  const asked: string[] = [];
  relay.ask = (request) => {
    asked.push(request.route + request.query);
    return request;
  };
  return { relay, asked };
}
let relay: StripeRelay | null = null;
afterEach(() => {
  relay?.stop();
  relay = null;
});

const { requestOf, typed } = requestsTo(() => shop.connected(connector, customerAppId));

async function captured(
  amount: number,
  number: string = CARDS.good,
  { app = customerAppId, currency = 'HKD' } = {},
) {
  const request = await typed(number, { amount, currency, customerAppId: app });
  await connector.authorize(request);
  await connector.capture(request);
  return request;
}

/** All pages of the last hours, payouts of which may still change before. */
async function read(
  app: string = customerAppId,
  gatewayAccount: string | null = null,
  { isShared = false, explained = new Set<string>() } = {},
) {
  const now = Date.now();
  const range = { from: new Date(now - HOUR_MS), to: new Date(now + 48 * HOUR_MS) };
  const entries: ProcessorEntry[] = [];
  const payouts: ProcessorPayout[] = [];
  let after: string | null = null;
  do {
    const page = await connector.settlement(
      { customerAppId: app, gatewayAccount, isShared },
      { ...range, after, explained },
    );
    entries.push(...page.entries);
    payouts.push(...page.payouts);
    after = page.next;
  } while (after !== null);
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  for (const entry of entries) if (entry.payoutReference !== null) byId.set(entry.entryId, entry);
  const known = [...byId.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return { entries: known, payouts };
}

const sum = (entries: readonly ProcessorEntry[]) => entries.reduce((all, { net }) => all + net, 0);

describe('what Stripe settles', () => {
  it('has the fee of each payment, and the names of refunds', async () => {
    const request = await captured(12_345);
    const refund = { refundReference: newId(new Date()), amount: 345, currency: 'HKD' };
    await connector.refund(request, refund);
    const { entries } = await read();
    const names = { reference: request.reference, paymentId: request.paymentId, currency: 'HKD' };
    expect(entries).toMatchObject([
      { kind: 'CHARGE', ...names, amount: 12_345, fee: 655, net: 11_690, presentment: null },
      { kind: 'REFUND', ...names, amount: 345, fee: 0, net: -345, presentment: null },
    ]);
  });

  it('has what was paid in the second in which the period begins: Stripe names no parts of it', async () => {
    const { reference } = await captured(5_000);
    const [charge] = (await read()).entries;
    const from = new Date((charge?.settledAt.getTime() ?? 0) + 999);
    const of = { customerAppId, gatewayAccount: null, isShared: false };
    const range = { from, to: new Date(from.getTime() + HOUR_MS), after: 'entries ' };
    const { entries } = await connector.settlement(of, range);
    expect(entries.map(({ reference: named }) => named)).toEqual([reference]);
  });

  it('names what was refunded at Stripe itself by its payment', async () => {
    const { gatewayReference, reference } = await captured(5_000);
    await shop.send('POST /v1/refunds', { payment_intent: gatewayReference ?? '', amount: '100' });
    const { entries } = await read();
    expect(entries.map(({ kind, reference: named }) => [kind, named])).toEqual([
      ['CHARGE', reference],
      ['REFUND', reference],
    ]);
  });

  it('has what was paid beside what the account got, in another currency', async () => {
    await shop.settings({ settlement_currency: 'usd', rate: 0.128 });
    await captured(12_345);
    const { entries } = await read();
    expect(entries).toMatchObject([
      {
        amount: 1_580,
        currency: 'USD',
        presentment: { amount: 12_345, currency: 'HKD', rate: 0.128 },
      },
    ]);
  });

  it.each([
    ['ISK', 5_000],
    ['MGA', 500_000],
  ])('has a rate between minor units for %s too', async (currency, amount) => {
    await shop.settings({ settlement_currency: 'usd', rate: 0.0072 });
    await captured(amount, CARDS.good, { currency });
    const [entry] = (await read()).entries;
    expect(entry?.presentment).toMatchObject({ amount, currency });
    const changed = amount * Number(entry?.presentment?.rate);
    expect(Math.abs(changed - Number(entry?.amount))).toBeLessThanOrEqual(1);
  });

  it('is read to its end, however long all requests take together', async () => {
    for (let day = 0; day < 4; day += 1) {
      await captured(5_000 + day);
      await shop.control('payout', { currency: 'hkd' });
    }
    // Each look at the clock takes seconds of the 30 that a call has.
    let aheadMs = 0;
    Object.defineProperty(shop, 'aheadMs', { get: () => (aheadMs += 4_000) });
    expect((await read()).payouts).toHaveLength(4);
  });

  it('explains each payout by its entries, and by those of other apps', async () => {
    await captured(12_345);
    const other = newId<CustomerAppId>(new Date());
    await captured(10_000, CARDS.good, { app: other });
    await ofNoApp();
    await shop.control('payout', { currency: 'hkd' });
    for (const app of [customerAppId, other]) {
      const { entries, payouts } = await read(app);
      const [payout] = payouts;
      expect(payout).toMatchObject({ status: 'PAID', currency: 'HKD', failure: null });
      expect(entries.map(({ payoutReference }) => payoutReference)).toEqual([payout?.reference]);
      expect(sum(entries) + (payout?.others ?? 0)).toBe(payout?.amount);
    }
  });

  /** A fee of the account, and a payment that somebody else made there. */
  async function ofNoApp(account?: string): Promise<void> {
    await shop.control('entry', {
      ...{ type: 'stripe_fee', amount: -1_000, currency: 'hkd' },
      ...(account ? { account } : {}),
    });
    const form = {
      amount: '7000',
      currency: 'hkd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
    };
    await shop.send('POST /v1/payment_intents', {
      ...form,
      ...(account ? { _stripe_account: account } : {}),
    });
  }

  it('of no app is of the only app that names the account, and of none if several do', async () => {
    const gatewayAccount = `${shop.account}Shared`;
    const token = await shop.tokenize(CARDS.good, gatewayAccount);
    const request = await requestOf({ kind: 'TOKEN', token }, { gatewayAccount });
    await connector.authorize(request);
    await connector.capture(request);
    await ofNoApp(gatewayAccount);
    await shop.control('payout', { currency: 'hkd', account: gatewayAccount });
    const kinds = async (isShared: boolean) => {
      const { entries, payouts } = await read(customerAppId, gatewayAccount, { isShared });
      const [payout] = payouts;
      expect(sum(entries) + (payout?.others ?? 0)).toBe(payout?.amount);
      return entries.map(({ kind }) => kind);
    };
    expect(await kinds(false)).toEqual(['CHARGE', 'CHARGE', 'FEE']);
    expect(await kinds(true)).toEqual(['CHARGE']);
  });

  it('gives the money of a payout that failed back, each app its part', async () => {
    await captured(12_345);
    await captured(10_000, CARDS.good, { app: newId<CustomerAppId>(new Date()) });
    const { id } = await shop.control('payout', { currency: 'hkd' });
    await shop.control('payout', { id });
    const { entries, payouts } = await read();
    expect(payouts).toMatchObject([{ status: 'FAILED', failure: 'account_closed' }]);
    const back = entries.find(({ kind }) => kind === 'PAYOUT_REVERSED');
    expect(back).toMatchObject({ reference: id, amount: 11_690, net: 11_690 });
  });

  it('is not empty because Stripe refuses to list it', async () => {
    await captured(12_345);
    await shop.control('payout', { currency: 'hkd' });
    const { relay: between } = await relayed();
    between.ask = (request) =>
      request.query.includes('payout=') ? { ...request, route: 'GET /v1/nothing' } : request;
    await expect(read()).rejects.toMatchObject({ name: 'GatewayUnavailable' });
    expect(shop.lines.join()).toContain('Stripe refuses to list what it settled');
  });

  it('has the entries of a payout page by page, and those of known payouts no more', async () => {
    shop.credentials.endpointId = 'we_own';
    const release = { type: 'reserve_release', currency: 'hkd' };
    for (let amount = 1; amount <= 101; amount += 1)
      await shop.control('entry', { ...release, amount });
    const first = await shop.control('payout', { currency: 'hkd' });
    await captured(12_345);
    const second = await shop.control('payout', { currency: 'hkd' });
    const { payouts, entries } = await read();
    expect(payouts).toMatchObject([
      { reference: second['id'], amount: 11_690, others: 0 },
      { reference: first['id'], amount: 5_151, others: 0 },
    ]);
    const ofFirst = entries.filter(({ payoutReference }) => payoutReference === first['id']);
    expect([ofFirst.length, sum(ofFirst)]).toEqual([101, 5_151]);
    const { asked } = await relayed();
    const explained = new Set([String(second['id'])]);
    const again = await read(customerAppId, null, { explained });
    expect(again.payouts).toMatchObject([{ others: null }, { amount: 5_151, others: 0 }]);
    const ofPayouts = asked.filter((each) => each.includes('payout='));
    expect(ofPayouts.filter((each) => each.includes(String(first['id'])))).toHaveLength(2);
    expect(ofPayouts).toHaveLength(2);
  });

  it('asks once for the names of a payment, however many lines are of it', async () => {
    const { gatewayReference, reference } = await captured(5_000);
    const form = { payment_intent: gatewayReference ?? '', amount: '100' };
    for (let at = 0; at < 3; at += 1) await shop.send('POST /v1/refunds', form);
    const { asked } = await relayed();
    const { entries } = await read();
    expect(entries.map((entry) => entry.reference)).toEqual(Array(4).fill(reference));
    expect(asked.filter((each) => each.includes('/payment_intents/'))).toHaveLength(1);
  });

  const order = (members: Readonly<Record<string, string>> = {}) =>
    shop.send('POST /v1/payouts', { amount: '5000', currency: 'hkd', ...members });

  it('has a payout that was ordered, with its fee and the money that Stripe advanced', async () => {
    shop.credentials.endpointId = 'we_own';
    await captured(12_345);
    const { id } = await order({ method: 'instant' });
    const { entries, payouts } = await read();
    expect(payouts).toMatchObject([{ reference: id, amount: 5_000, others: 0, status: 'PENDING' }]);
    const [ordered] = entries.filter(({ kind }) => kind === 'PAYOUT');
    expect(ordered).toMatchObject({ reference: id, amount: 5_000, fee: 50, net: -5_050 });
    const { id: payout } = await shop.control('payout', { currency: 'hkd' });
    const range = { from: new Date(), to: new Date(Date.now() + HOUR_MS), after: null };
    const of = { customerAppId, gatewayAccount: null, isShared: false };
    // With the state of the ordered one: what the automatic one moves depends on it.
    const first = await connector.settlement(of, range);
    expect(first.payouts).toMatchObject([
      { reference: id, amount: 5_000, status: 'PENDING' },
      { reference: payout, amount: 6_640, others: 0 },
    ]);
    const kinds = first.entries.map(({ kind }) => kind);
    expect(kinds).toEqual(['PAYOUT', 'RESERVE', 'RESERVE_REVERSED', 'CHARGE']);
    expect(sum(first.entries)).toBe(6_640);
  });

  it('gives an ordered payout at an account of several apps to the one that it names', async () => {
    await captured(12_345);
    const { id } = await order();
    const nobodys = await read();
    expect(nobodys.payouts).toMatchObject([{ reference: id, others: 5_000 }]);
    const money = { amount: 0, fee: 0, net: 0 };
    expect(nobodys.entries).toMatchObject([{ kind: 'CHARGE' }, { kind: 'PAYOUT', ...money }]);
    await shop.send(`POST /v1/payouts/${String(id)}`, {
      'metadata[customer_app_id]': customerAppId,
    });
    const named = await read();
    expect(named.payouts).toMatchObject([{ others: 0 }]);
    expect(named.entries).toMatchObject([{ kind: 'CHARGE' }, { kind: 'PAYOUT', amount: 5_000 }]);
    const other = await read(newId<CustomerAppId>(new Date()));
    expect(other).toMatchObject({ entries: [], payouts: [{ others: 5_000 }] });
  });

  it.each([
    ['failed', () => order(), 5_000],
    ['was reversed', () => order(), 5_000],
    ['was automatic and reversed', () => shop.control('payout', { currency: 'hkd' }), 11_690],
  ])('gives the money of a payout that %s back', async (what, leave, amount) => {
    shop.credentials.endpointId = 'we_own';
    await captured(12_345);
    const { id, automatic } = await leave();
    if (what === 'failed') await shop.control('payout', { id });
    else {
      if (!automatic) await shop.control('payout', { id, status: 'paid' });
      await shop.send(`POST /v1/payouts/${String(id)}/reverse`);
    }
    const { entries, payouts } = await read();
    expect(payouts).toMatchObject([{ reference: id, amount }]);
    const back = entries.filter(({ kind }) => kind === 'PAYOUT_REVERSED');
    expect(back).toMatchObject([{ reference: id, amount, net: amount }]);
  });

  it('has the money and the fee of a dispute, under its payment', async () => {
    const { gatewayReference, paymentId } = await captured(12_345, '4000000000000259');
    expect(gatewayReference).toMatch(/^pi_/);
    const { entries } = await read();
    expect(entries.find(({ kind }) => kind === 'DISPUTE')).toMatchObject({
      paymentId,
      amount: 12_345,
      fee: 1_500,
      net: -13_845,
    });
  });

  it('is nothing for an app without an account, and its own at a connected account', async () => {
    const gatewayAccount = `${shop.account}Berlin`;
    const token = await shop.tokenize(CARDS.good, gatewayAccount);
    const request = await requestOf({ kind: 'TOKEN', token }, { gatewayAccount });
    await connector.authorize(request);
    await connector.capture(request);
    expect((await read()).entries).toEqual([]);
    expect((await read(customerAppId, gatewayAccount)).entries).toHaveLength(1);
    shop.credentials.isMissing = true;
    expect(await read()).toEqual({ entries: [], payouts: [] });
  });
});
