/** @proves promise-15 */
import { jest } from '@jest/globals';
import { runInGatewayShell, sharedSystem, type RunningSystem } from '@towpath/local-system';
import { BankBooks, DeafServer } from './bank-books.fixture.js';
import { readPayment, traces } from './direct-debit-payer.fixture.js';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const DAY = 86_400;

let deaf: DeafServer;
let system: RunningSystem;
let shop: DirectDebitShop;
let books: BankBooks;
beforeAll(async () => {
  deaf = await DeafServer.start();
  system = await sharedSystem();
});
afterAll(() => deaf?.stop());
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  shop = await DirectDebitShop.open(system);
  books = new BankBooks(shop, deaf.url);
});

describe('the books of the direct debit bank', () => {
  it('correct the payment and the ledger when the call about a return was lost', async () => {
    const { paymentId } = await books.paid('0006');
    await books.loseCalls(paymentId);
    await shop.advance(2 * DAY);
    await books.closeHour();
    expect(await readPayment(shop, paymentId)).toMatchObject({
      status: 'EXECUTED',
      amount_returned: 500,
      return_reason: 'The payer had the bank return the money.',
    });
    const { events, transfers } = await traces(shop, paymentId);
    expect(events.filter((name) => name === 'payment.returned')).toHaveLength(1);
    expect(transfers).toEqual([
      'PAYMENT 500 clearing -> settlement',
      'RETURN 500 settlement -> clearing',
    ]);
    expect(await books.brief()).toEqual([]);
    await books.closeHour();
    expect((await traces(shop, paymentId)).events).toEqual(events);
  });

  it('name a charge that we never made, and we add no charge for it', async () => {
    const { mandate } = await books.paid('8902');
    const paymentId = await books.collectUnordered(mandate);
    await books.closeHour();
    expect(await books.differences()).toMatchObject([
      {
        side: 'CHARGE',
        kind: 'MISSING_HERE',
        payment_id: paymentId,
        integration_id: 'GW3',
        ours: [],
        theirs: [{ amount: 700 }],
      },
    ]);
    const found = await queryMandates(system, 'SELECT FROM direct_debits WHERE payment_id = $1', [
      paymentId,
    ]);
    expect(found).toEqual([]);
    // listed once, however often the hour is read again
    await books.closeHour();
    expect(await books.differences()).toHaveLength(1);
  });

  it('agree with ours, but for an amount that differs until both are the same', async () => {
    const { paymentId } = await books.paid('8903');
    await books.closeHour();
    expect(await books.brief()).toEqual([]);
    const [row] = await queryMandates<{ lines: string }>(
      system,
      'SELECT count(*) AS lines FROM settled_entries WHERE customer_app_id = $1',
      [shop.merchant.customerAppId],
    );
    expect(Number(row?.lines)).toBe(1);
    await books.bookOurs(paymentId, 5_000);
    await books.closeHour();
    const differences = await books.differences();
    expect(differences).toMatchObject([
      {
        side: 'CHARGE',
        kind: 'AMOUNT',
        payment_id: paymentId,
        ours: [{ amount: 5_000 }],
        theirs: [{ amount: 500 }],
      },
    ]);
    await books.bookOurs(paymentId, 500);
    await books.closeHour();
    expect(await books.brief()).toEqual([]);
  });
});

describe('the command "restore resolve"', () => {
  it('names a charge of the bank that the restored books lack, and sends it back once', async () => {
    const { mandate } = await books.paid('8904');
    const since = new Date().toISOString();
    const paymentId = await books.collectUnordered(mandate);
    const resolve = (...options: string[]) =>
      runInGatewayShell(system, [
        'restore',
        'resolve',
        '--since',
        since,
        ...books.ofShop,
        ...options,
      ]);
    const charge = { reference: paymentId, amount: 700 };
    const open = { unasked: 0, unknown: [{ ...charge, given_back: null }] };
    expect(await resolve()).toMatchObject(open);
    const settled = { unasked: 0, unknown: [{ ...charge, given_back: 'REFUNDED' }] };
    expect(await resolve('--give-back')).toMatchObject(settled);
    expect(await resolve('--give-back')).toMatchObject({ unknown: [] });
    expect(await books.statementOf(paymentId)).toEqual(['CRDT 700', 'DBIT 700']);
    expect(await books.brief()).toEqual([]);
  });
});
