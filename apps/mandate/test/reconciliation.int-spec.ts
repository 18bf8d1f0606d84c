/** @proves promise-15 @takes 20 s */
import { jest } from '@jest/globals';
import type { BillResponse } from '@towpath/contracts/payment-link';
import { runInGatewayShell, sharedSystem, type RunningSystem } from '@towpath/local-system';
import { BankBooks, DeafServer } from './bank-books.fixture.js';
import { charge, chargeable, readPayment, traces } from './direct-debit-payer.fixture.js';
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

describe('a return that the bank cancels', () => {
  /** A bill of 5.00 of the payer, due in the past. */
  async function arriveBill(userId: string, reference: string): Promise<BillResponse> {
    const user = await shop.merchant.getPaymentUser({ path: { paymentUserId: userId } });
    return shop.merchant.createTestBill({
      body: {
        external_bill_id: `bill of ${userId}`,
        external_user_id: user.external_user_id ?? '',
        bill_date: '2026-03-01T00:00:00Z',
        due_date: '2026-03-15T00:00:00Z',
        status: 'UNPAID',
        details: {
          total_amount_due: 500,
          currency: 'HKD',
          bill_reference_id: reference,
          description: 'Rent, March',
        },
        sender_details: { name: 'Chan Tai Man' },
        integration_metadata: { integration_id: 'EXT' },
        is_autopay_eligible: false,
      },
    });
  }

  it('leaves all books agreed, its dispute won and its bill paid', async () => {
    const mandate = await chargeable(shop, '0009');
    const payment_details = { external_transaction_reference: 'RENT-9' };
    const { body } = await charge(shop, mandate, { payment_details });
    await shop.advance(1);
    await shop.advance(2 * DAY);
    const bill = await arriveBill(mandate.userId, 'RENT-9');
    const found = async () => {
      const { disputes } = await shop.merchant.listDisputes();
      const { status } = await shop.merchant.getBill({ path: { billId: bill.bill_id } });
      return [disputes.map(({ dispute_status }) => dispute_status), status];
    };
    expect(await found()).toEqual([['LOST'], 'UNPAID']);
    await shop.advance(2 * DAY);
    expect(await found()).toEqual([['WON'], 'PAID']);
    // Past the day in which the other side must have settled it.
    await shop.advance(2 * DAY);
    await books.closeHour();
    const kinds = ['CHARGE', 'RETURN', 'RETURN_REVERSED'];
    expect(await books.settled(body.payment_id)).toEqual(
      ['GW3', 'MANDATES'].flatMap((place) => kinds.map((kind) => `${place} ${kind} 500`)),
    );
    expect(await books.everywhere()).toEqual([]);
    const verify = ['ledger', 'verify', ...books.ofShop];
    expect(await runInGatewayShell(system, verify)).toMatchObject({ findings: [] });
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
