/** @proves promise-5, promise-15 */
import type { FindResourcesResponse, OperatorClaim } from '@towpath/contracts/operator';
import { newId, type PaymentId } from '@towpath/kernel';
import { OperatorAt } from '@towpath/testing';
import pg from 'pg';
import type { ProcessorEntry } from '../src/cards/card-gateways/ports.js';
import { tamper } from './books.fixture.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { TestPaymentLink } from './payment-link.fixture.js';
import { Payer as Payee } from './payouts.fixture.js';
import { FEE, ProcessorApp, ProcessorGateway } from './processor-gateway.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let service: TestPaymentLink;
let gateway: ProcessorGateway;
let shop: ProcessorApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  gateway = new ProcessorGateway();
  gateway.connectTo(service);
  shop = await ProcessorApp.of(service, gateway);
});

const NET = 12_500 - FEE;
const isCharge = ({ kind }: ProcessorEntry) => kind === 'CHARGE';

describe('captured money', () => {
  it('is at the processor until its payout, which moves it without the fee', async () => {
    await shop.pay();
    expect(await shop.balances()).toEqual(['at_processor HKD 12500']);
    await shop.advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    gateway.payOut(shop.id);
    await shop.advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('is not used by payouts of ours before the processor has paid it out', async () => {
    const members = { opening_balance: undefined, card_connector: 'processor' };
    const payee = await Payee.of(shop.app, members);
    await shop.pay();
    await shop.advance();
    const early = await payee.create({ amount: 1 });
    expect(early.body.error?.error_code).toBe('INSUFFICIENT_BALANCE');
    gateway.payOut(shop.id);
    await shop.advance();
    expect((await payee.create({ amount: NET + 1 })).status).toBe(400);
    expect((await payee.create({ amount: NET })).status).toBe(200);
    expect(await shop.verify()).toEqual([]);
  });

  it('is refunded and disputed there, with fees that the processor lists', async () => {
    const paymentId = await shop.pay();
    await shop.refund(paymentId, 2_500);
    const dispute = new PublishedDispute(service, shop.app, {
      payment_id: paymentId,
      amount: 10_000,
    });
    await dispute.moves('ACTION_REQUIRED');
    const disputed = { paymentId, reference: gateway.intents[0]?.request.reference ?? null };
    gateway.add({ kind: 'DISPUTE', amount: 10_000, fee: 1_500, ...disputed });
    gateway.add({ kind: 'FEE', amount: 7 });
    await shop.advance();
    const fees = FEE + 1_500 + 7;
    expect(await shop.balances()).toEqual([`at_processor HKD ${-fees}`, 'disputed HKD 10000']);
    await dispute.moves('WON');
    gateway.add({ kind: 'DISPUTE_REVERSED', amount: 10_000, ...disputed });
    gateway.payOut(shop.id);
    await shop.advance();
    await shop.advance(48);
    expect(await shop.balances()).toEqual([`settlement HKD ${10_000 - fees}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('of a lost dispute is gone, and its entry agrees with the books', async () => {
    const paymentId = await shop.pay();
    const disputed = { paymentId, reference: gateway.intents[0]?.request.reference ?? null };
    gateway.add({ kind: 'DISPUTE', amount: 12_500, fee: 1_500, ...disputed });
    await shop.advance();
    expect(await shop.kinds()).toEqual(['DISPUTE MISSING_HERE']);
    const dispute = new PublishedDispute(service, shop.app, { payment_id: paymentId });
    await dispute.moves('ACTION_REQUIRED', 'LOST');
    await shop.advance(48);
    expect(await shop.balances()).toEqual([`at_processor HKD ${-FEE - 1_500}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('that the processor keeps in reserve is paid out only once it is released', async () => {
    await shop.pay();
    gateway.add({ kind: 'RESERVE', amount: 2_000 });
    gateway.payOut(shop.id);
    await shop.advance();
    expect(await shop.balances()).toEqual([`reserve HKD 2000`, `settlement HKD ${NET - 2_000}`]);
    gateway.add({ kind: 'RESERVE_REVERSED', amount: 2_000 });
    gateway.payOut(shop.id);
    await shop.advance();
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });

  it('in another currency than the account is exchanged, and its refund at another rate costs', async () => {
    const abroad = await ProcessorApp.of(service, gateway, 'USD');
    gateway.exchange = { rate: 7.8, currency: 'HKD' };
    const paymentId = await abroad.pay(10_000, 'USD');
    await abroad.advance();
    expect(await abroad.balances()).toEqual([
      `at_processor HKD ${78_000 - FEE}`,
      'exchange HKD -78000',
      'exchange USD 10000',
    ]);
    expect(await abroad.kinds()).toEqual([]);
    gateway.payOut(abroad.id);
    gateway.exchange = { rate: 7.9, currency: 'HKD' };
    // What was listed before keeps its rate.
    gateway.plant = (entry) => [isCharge(entry) ? atRate(entry, 7.8) : entry];
    await abroad.refund(paymentId, 10_000);
    gateway.payOut(abroad.id);
    await abroad.advance();
    await abroad.advance(48);
    expect(await abroad.balances()).toEqual([
      'exchange HKD 1000',
      `settlement HKD ${-1_000 - FEE}`,
    ]);
    expect([await abroad.verify(), await abroad.kinds()]).toEqual([[], []]);
  });

  it('of several settlement accounts is paid out together, and moved to each', async () => {
    const other = await shop.app.settlementAccount('USD', { card_connector: 'processor' });
    await shop.pay();
    gateway.exchange = { rate: 7.8, currency: 'HKD' };
    await shop.pay(1_000, 'USD');
    gateway.payOut(shop.id);
    await shop.advance();
    const rows = await shop.app.rows(
      `SELECT split_part(credit_account, ':', 2) AS account, amount FROM ledger_transfers
       WHERE kind = 'PROCESSOR_PAYOUT' ORDER BY amount`,
    );
    expect(rows).toEqual([
      { account: other, amount: 7_800 - FEE },
      { account: shop.accountId, amount: NET },
    ]);
    expect([await shop.verify(), await shop.kinds()]).toEqual([[], []]);
  });
});

async function asAdmin(sql: string, params: readonly unknown[] = []): Promise<void> {
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  await tamper(admin, sql, params);
  await admin.end();
}

function atRate(entry: ProcessorEntry, rate: number): ProcessorEntry {
  const { amount: paid, currency } = entry.presentment ?? entry;
  const amount = Math.round(paid * rate);
  const net = amount - entry.fee;
  return { ...entry, amount, net, presentment: { amount: paid, currency, rate } };
}

describe('a difference at a processor', () => {
  /** Pays, plants, pays out what the processor really has, and reads it. */
  async function planted(change: (entry: ProcessorEntry) => readonly ProcessorEntry[]) {
    const paymentId = await shop.pay();
    const { reference } = gateway.payOut(shop.id);
    gateway.plant = change;
    await shop.advance();
    return { paymentId, reference };
  }
  const restOf = async () => {
    const [found] = await shop.differences();
    return found?.theirs.find(({ entryId }) => entryId === 'rest')?.amount;
  };

  it('is a fee that is ignored: the rest of the payout is named', async () => {
    const { reference } = await planted((entry) => [{ ...entry, fee: 0, net: entry.amount }]);
    expect(await shop.differences()).toMatchObject([
      { side: 'PROCESSOR_PAYOUT', kind: 'PAYOUT_SUM', subject: reference },
    ]);
    expect(await restOf()).toBe(-FEE);
    // No more than the processor paid may be used.
    expect(await shop.balances()).toEqual([`at_processor HKD ${FEE}`, `settlement HKD ${NET}`]);
    gateway.plant = (entry) => [entry];
  });

  it('is a fee that does not come to the net', async () => {
    const { paymentId } = await planted((entry) => [{ ...entry, fee: 0 }]);
    expect(await shop.differences()).toMatchObject([
      { side: 'CHARGE', kind: 'FEE', subject: paymentId },
    ]);
  });

  it('is a wrong amount', async () => {
    const { paymentId } = await planted((entry) => [
      { ...entry, amount: entry.amount - 100, net: entry.net - 100 },
    ]);
    const found = await shop.differences();
    expect(found).toMatchObject([
      { side: 'CHARGE', kind: 'AMOUNT', subject: paymentId },
      { side: 'PROCESSOR_PAYOUT', kind: 'PAYOUT_SUM' },
    ]);
    expect(await shop.balances()).toEqual(['at_processor HKD 100', `settlement HKD ${NET - 100}`]);
  });

  it('is a missing entry: of the payout at once, of the payment after a day', async () => {
    const { paymentId } = await planted(() => []);
    expect(await shop.kinds()).toEqual(['PROCESSOR_PAYOUT PAYOUT_SUM']);
    expect(await restOf()).toBe(NET);
    // Nothing explains the money of the payout, so that nothing may be used.
    expect(await shop.balances()).toEqual(['at_processor HKD 12500']);
    await shop.advance(27);
    expect(await shop.differences()).toMatchObject([
      { side: 'CHARGE', kind: 'MISSING_THERE', subject: paymentId },
      { kind: 'PAYOUT_SUM' },
    ]);
    gateway.plant = (entry) => [entry];
    await shop.advance();
    expect([await shop.kinds(), await shop.balances()]).toEqual([[], [`settlement HKD ${NET}`]]);
  });

  it('is an unknown entry, whose money no payout of ours uses', async () => {
    await shop.pay();
    const paymentId = newId<PaymentId>(new Date());
    gateway.add({ kind: 'CHARGE', amount: 5_000, reference: 'elsewhere', paymentId });
    gateway.add({ kind: 'OTHER_DEBIT', amount: 30 });
    gateway.payOut(shop.id);
    await shop.advance();
    expect(await shop.kinds()).toEqual(['CHARGE MISSING_HERE', 'OTHER_DEBIT MISSING_HERE']);
    expect(await shop.balances()).toEqual(['at_processor HKD 30', `settlement HKD ${NET - 30}`]);
    expect(await shop.verify()).toEqual([]);
  });

  it('is a payout whose sum differs', async () => {
    await shop.pay();
    const { reference } = gateway.payOut(shop.id, { amount: NET - 11 });
    await shop.advance();
    expect(await shop.differences()).toMatchObject([{ kind: 'PAYOUT_SUM', subject: reference }]);
    expect(await restOf()).toBe(-11);
    expect(await shop.balances()).toEqual(['at_processor HKD 11', `settlement HKD ${NET - 11}`]);
  });

  it('is a payout that failed after it was paid, until the next one has its money', async () => {
    await shop.pay();
    const payout = gateway.payOut(shop.id);
    await shop.advance();
    gateway.failPayout(payout);
    await shop.advance();
    expect(await shop.balances()).toEqual([`at_processor HKD ${NET}`]);
    expect(await shop.differences()).toMatchObject([
      { kind: 'PAYOUT_FAILED', subject: payout.reference },
    ]);
    gateway.payOut(shop.id);
    await shop.advance();
    expect([await shop.kinds(), await shop.verify()]).toEqual([[], []]);
    expect(await shop.balances()).toEqual([`settlement HKD ${NET}`]);
  });

  it('and the entries of an app are not visible to another one', async () => {
    await planted((entry) => [{ ...entry, fee: 0 }]);
    const other = await ProcessorApp.of(service, gateway);
    for (const table of ['processor_entries', 'processor_payouts', 'reconciliation_differences']) {
      const rows = (app: ProcessorApp) => app.app.rows(`SELECT customer_app_id FROM ${table}`);
      expect([table, await rows(other)]).toEqual([table, []]);
      expect([table, await rows(shop)]).toEqual([table, [{ customer_app_id: shop.id }]]);
    }
  });

  it('is an amount that was exchanged at another rate than the processor states', async () => {
    const abroad = await ProcessorApp.of(service, gateway, 'USD');
    gateway.exchange = { rate: 7.8, currency: 'HKD' };
    const paymentId = await abroad.pay(10_000, 'USD');
    gateway.plant = (entry) => [{ ...entry, amount: 77_000, net: 77_000 - entry.fee }];
    await abroad.advance();
    expect(await abroad.differences()).toMatchObject([
      { side: 'CHARGE', kind: 'RATE', subject: paymentId },
    ]);
  });

  it('is presentment of another amount or currency than the payment', async () => {
    const abroad = await ProcessorApp.of(service, gateway, 'USD');
    gateway.exchange = { rate: 7.8, currency: 'HKD' };
    await abroad.pay(10_000, 'USD');
    gateway.plant = (entry) => [
      { ...entry, presentment: { amount: 9_999, currency: 'USD', rate: null } },
    ];
    await abroad.advance();
    expect(await abroad.kinds()).toEqual(['CHARGE AMOUNT']);
  });

  it('is a reserve that the payout has and the list does not', async () => {
    await shop.pay();
    gateway.payOut(shop.id, { amount: NET - 2_000 });
    await shop.advance();
    expect(await restOf()).toBe(-2_000);
    expect(await shop.balances()).toEqual([
      'at_processor HKD 2000',
      `settlement HKD ${NET - 2_000}`,
    ]);
  });
});

describe('a start', () => {
  it('is refused without the connector of entries that no payout has', async () => {
    await asAdmin(`UPDATE processor_entries SET payout_reference = 'of another test'
      WHERE payout_reference IS NULL`);
    await shop.pay();
    await shop.advance();
    // Another process has the connectors of its configuration, and this one is in none.
    await expect(service.replica()).rejects.toThrow(
      '1 entries without a payout at GW1 by processor of TEST apps',
    );
    gateway.payOut(shop.id);
    await shop.advance();
    const { close } = await service.replica();
    await close();
  });
});

describe('the verification of the ledger', () => {
  it('finds a fee and a payout of a processor that are booked with another amount', async () => {
    await shop.pay();
    gateway.payOut(shop.id);
    await shop.advance();
    const sql = `UPDATE ledger_transfers SET amount = amount + 1
      WHERE customer_app_id = $1 AND kind LIKE 'PROCESSOR%'`;
    await asAdmin(sql, [shop.id]);
    expect(await shop.verify()).toMatchObject([
      { rule: 'PROCESSOR_ENTRY_IS_BOOKED', expected: -FEE, found: -FEE - 1 },
      { rule: 'PROCESSOR_PAYOUT_IS_BOOKED', expected: NET, found: NET + 1 },
    ]);
  });

  it('finds a payment that is booked as if its money were at the bank', async () => {
    await shop.pay();
    const sql = `UPDATE ledger_transfers SET credit_account = replace(credit_account,
      'at_processor', 'settlement') WHERE customer_app_id = $1 AND kind = 'PAYMENT'`;
    await asAdmin(sql, [shop.id]);
    expect(await shop.verify()).toMatchObject([{ rule: 'PAYMENT_IS_BOOKED', expected: 12_500 }]);
  });
});

it('an operator finds the payment by what the processor took for it', async () => {
  const [paymentId, other] = [await shop.pay(), await service.customerApp()];
  gateway.add({ kind: 'FEE', amount: 7 });
  await shop.advance();
  const fees = await shop.app.rows<{ id: string }>(
    `SELECT ledger_transfer_id AS id FROM ledger_transfers
     WHERE kind = 'PROCESSOR_FEE' ORDER BY amount DESC`,
  );
  const found = async (text = '', apps: OperatorClaim['apps'] = [shop.id]) => {
    const { gateway: signer, internalUrl } = service;
    const place = { service: 'payment-link', gateway: signer, internalUrl } as const;
    const operator = new OperatorAt(place, { apps });
    const query = { by: 'id', text };
    const { body } = await operator.ask<FindResourcesResponse>('findResources', { query });
    return body.results.map(({ kind, id }) => [kind, id]);
  };
  const [ofPayment, ofNone] = fees.map(({ id }) => id);
  expect(await found(ofPayment)).toEqual([['payment', paymentId]]);
  expect([await found(ofNone), await found(ofPayment, [other.id])]).toEqual([[], []]);
});
