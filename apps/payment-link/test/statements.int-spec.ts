/** @proves downloadBalanceStatement, downloadLedgerStatementFile */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PaymentAccountId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { WriteCheckpoints } from '../src/money/ledger/write-checkpoints.job.js';
import type { StatementLine } from '../src/money/statements/statement.js';
import { StatementsReads } from '../src/money/statements/statements.reads.js';
import { Books, tamper } from './books.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS } from './sandbox.fixture.js';

const DAY_MS = 86_400_000;
const WHOLE = { dateFrom: null, dateTo: null, currencies: [] };

let service: TestPaymentLink;
let app: TestCustomerApp;
let books: Books;
let admin: pg.Client;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  books = await booksOf(app);
});

async function booksOf(owner: TestCustomerApp): Promise<Books> {
  const members = { opening_balance: 1_000 };
  const accountId = await owner.settlementAccount('HKD', members);
  return new Books(service, owner, accountId as PaymentAccountId);
}

const today = (days = 0) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Payments of one HKD cent each, an hour before. */
async function addOlder(count: number): Promise<void> {
  await admin.query(
    `INSERT INTO ledger_transfers (customer_app_id, ledger_transfer_id, kind, debit_account,
       credit_account, amount, currency, occurred_at)
     SELECT customer_app_id, 'copy' || n, kind, debit_account, credit_account, 1, currency,
       date_trunc('milliseconds', occurred_at - interval '1 hour')
     FROM ledger_transfers CROSS JOIN generate_series(1, $2) n
     WHERE customer_app_id = $1 AND kind = 'PAYMENT'`,
    [app.id, count],
  );
}

/** Bytes that are still in use once everything else was collected. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const short = (lines: readonly Readonly<Record<string, unknown>>[]) =>
  lines.map((line) => [line['line_type'], line['kind'], line['amount'], line['balance']]);

describe('the balance statement', () => {
  it('goes from the opening to the closing balance, a line for each transfer', async () => {
    await books.post('PAYMENT', 500);
    await books.post('UNEXPECTED_RECEIPT', 7);
    await books.post('DISPUTE_HOLD', 200);
    const lines = await books.statement();
    expect(short(lines)).toEqual([
      ['OPENING_BALANCE', '', '', '0'],
      ['TRANSFER', 'OPENING_BALANCE', '1000', '1000'],
      ['TRANSFER', 'PAYMENT', '500', '1500'],
      ['TRANSFER', 'DISPUTE_HOLD', '-200', '1300'],
      ['CLOSING_BALANCE', '', '', '1300'],
    ]);
    expect(lines[2]).toMatchObject({ currency: 'HKD', account_id: books.accountId });
    await service.app.get(WriteCheckpoints, { strict: false }).write(1);
    expect(await books.statement()).toEqual(lines);
  });

  it('holds the days that were asked for, and carries the balance of those before', async () => {
    await books.post('PAYMENT', 500);
    await app.moveClock(2 * DAY_MS);
    await books.post('PAYMENT', 30);
    const early = await books.statement(`?date_to=${today()}`);
    const late = await books.statement(`?date_from=${today(2)}&currencies=HKD,USD`);
    expect(early.at(-1)).toMatchObject({ line_type: 'CLOSING_BALANCE', balance: '1500' });
    expect(short(late)).toEqual([
      ['OPENING_BALANCE', '', '', '1500'],
      ['TRANSFER', 'PAYMENT', '30', '1530'],
      ['CLOSING_BALANCE', '', '', '1530'],
    ]);
    expect(await books.statement('?currencies=USD')).toEqual([]);
    expect(await books.statement('?currencies[]=USD')).toEqual([]);
    const backward = await app.send(
      `GET /ledger/statement?date_from=${today(1)}&date_to=${today()}`,
    );
    expect(backward.body).toMatchObject({ error: { error_code: 'INVALID_REQUEST' } });
  });

  it('is written as lines of JSON too', async () => {
    await books.post('PAYMENT', 500);
    const answer = await fetch(await books.addressOf('?format=JSONL'));
    expect(answer.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const text = await answer.text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StatementLine);
    expect(lines.map(({ balance }) => balance)).toEqual([0, 1000, 1500, 1500]);
    expect(lines[0]).not.toHaveProperty('payment_id');
  });

  it('stays as it was when it began, whatever is booked while it is read', async () => {
    await books.post('PAYMENT', 500);
    await addOlder(2_500);
    const reading = service.app.get(StatementsReads, { strict: false }).lines(app.id, WHOLE);
    const first = await reading.next();
    await books.post('PAYMENT', 9);
    const rest: StatementLine[] = [];
    for await (const lines of reading) rest.push(...lines);
    expect(rest.at(-1)).toMatchObject({ line_type: 'CLOSING_BALANCE', balance: 4_000 });
    expect([...(first.value as StatementLine[]), ...rest]).toHaveLength(2_504);
  });

  it('keeps one page in memory, however long it is', async () => {
    await books.post('PAYMENT', 500);
    await addOlder(120_000);
    const reading = service.app.get(StatementsReads, { strict: false }).lines(app.id, WHOLE);
    const heap: number[] = [];
    let lines = 0;
    let pages = 0;
    for await (const page of reading) {
      lines += page.length;
      pages += 1;
      if (pages === 20 || pages === 120) heap.push(heapAfterCollection());
    }
    const [early = 0, late = Infinity] = heap;
    expect(lines).toBe(120_004);
    // A hundred pages that were kept would be more than 30 MB.
    expect(late - early).toBeLessThan(8_000_000);
  });

  it('never closes with a balance that its lines do not come to', async () => {
    await books.post('PAYMENT', 500);
    await addOlder(1_500);
    const reading = service.app.get(StatementsReads, { strict: false }).lines(app.id, WHOLE);
    await reading.next();
    const lastRow = `DELETE FROM ledger_transfers
      WHERE customer_app_id = $1 AND ledger_transfer_id = 'copy999'`;
    await tamper(admin, lastRow, [app.id]);
    const rest = async () => {
      for await (const lines of reading) expect(lines.at(-1)?.line_type).toBe('TRANSFER');
    };
    await expect(rest()).rejects.toThrow('do not come to the closing balance');
  });

  it('shows one app nothing of another, and opens by its own address only', async () => {
    const other = await booksOf(await service.customerApp([]));
    await other.post('PAYMENT', 77);
    expect((await books.statement()).map(({ amount }) => amount)).toEqual(['', '1000', '']);
    const [mine, theirs] = [await books.addressOf(), await other.addressOf()];
    const swapped = theirs.replace(/files\/[^.]+/u, /files\/[^.]+/u.exec(mine)?.[0] ?? '');
    const refused = await fetch(swapped);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { error_code: 'STATEMENT_NOT_FOUND' } });
  });

  it('is written at the pace of its reader, to two of them at most', async () => {
    await books.post('PAYMENT', 500);
    await addOlder(40_000);
    const address = await books.addressOf();
    const slow = [await fetch(address), await fetch(address)];
    const third = await fetch(address);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, expect.anything()]);
    for (const answer of slow) await answer.body?.cancel();
    await eventually(async () => (await books.statement()).length === 40_004);
  });
});
