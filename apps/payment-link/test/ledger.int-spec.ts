/** @proves promise-5 */
import { newId, type PaymentAccountId, type PaymentId } from '@towpath/kernel';
import { createPool, PgTransactions, WriteBatch } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { WriteCheckpoints } from '../src/money/ledger/write-checkpoints.job.js';
import { LedgerService } from '../src/money/ledger/ledger.service.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
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
  accountId = (await app.settlementAccount('HKD', {
    opening_balance: 1_000_000,
  })) as PaymentAccountId;
});

function post(
  kind: 'PAYMENT' | 'UNEXPECTED_RECEIPT' | 'UNEXPECTED_RETURN',
  amount: number,
  work: () => Promise<void> = async () => undefined,
): Promise<void> {
  const transfers = service.app.get(LedgerService);
  return service.transactions.forApp(app.id, async (tx) => {
    await tx.begun;
    const batch = new WriteBatch();
    const paymentId = newId<PaymentId>(tx.now);
    transfers.post(tx, batch, {
      kind,
      accountId,
      amount,
      currency: 'HKD',
      paymentId,
      refundId: null,
    });
    tx.write(batch);
    await work();
  });
}

const balance = (kind: 'SETTLEMENT' | 'CLEARING' | 'UNEXPECTED' | 'FUNDING') =>
  service.transactions.forApp(app.id, (tx) =>
    service.app.get(LedgerReads).balance(tx, { kind, accountId, currency: 'HKD' }),
  );
/** Of the payment that was posted, as often as that. */
async function addTransfers(count: number): Promise<void> {
  await admin.query(
    `INSERT INTO ledger_transfers (customer_app_id, ledger_transfer_id, kind, debit_account,
       credit_account, amount, currency, occurred_at)
     SELECT customer_app_id, 'copy' || n, kind, debit_account, credit_account, 1, currency,
       occurred_at
     FROM ledger_transfers CROSS JOIN generate_series(1, $2) n
     WHERE customer_app_id = $1 AND kind = 'PAYMENT'`,
    [app.id, count],
  );
}

/** Entries that were read of the indexes of both sides, by connections that have ended at least. */
async function entriesRead(): Promise<number> {
  const { rows } = await admin.query<{ entries: string }>(
    `SELECT sum(idx_tup_read) AS entries FROM pg_stat_user_indexes
     WHERE indexrelname IN ('ledger_transfers_debit', 'ledger_transfers_credit')`,
  );
  return Number(rows[0]?.entries);
}

/** Index entries that the job reads, on a connection of its own. */
async function entriesForCheckpoint(): Promise<number> {
  const before = await entriesRead();
  const name = 'checkpoints of a spec';
  const workerPool = createPool({ url: service.database.urls.worker, name });
  const transactions = new PgTransactions({ appPool: workerPool, workerPool });
  await new WriteCheckpoints(transactions, new LedgerReads()).write(1);
  await workerPool.end();
  await eventually(async () => {
    const { rowCount } = await admin.query(
      'SELECT FROM pg_stat_activity WHERE application_name = $1',
      [name],
    );
    return rowCount === 0;
  });
  return (await entriesRead()) - before;
}

/** Accounts of the checkpoints, the oldest first. */
async function checkpointed(): Promise<string[]> {
  const { rows } = await admin.query<{ account: string }>(
    `SELECT ledger_account AS account FROM ledger_checkpoints WHERE customer_app_id = $1
     ORDER BY created_at, ledger_account`,
    [app.id],
  );
  return rows.map(({ account }) => account);
}

const checkpoint = () => service.app.get(WriteCheckpoints).write(1);

describe('the ledger', () => {
  it('opens with the balance of a sandbox account, and sums to zero', async () => {
    await post('PAYMENT', 100);
    await post('UNEXPECTED_RECEIPT', 7);
    await post('UNEXPECTED_RETURN', 7);
    const balances = [
      await balance('SETTLEMENT'),
      await balance('CLEARING'),
      await balance('UNEXPECTED'),
      await balance('FUNDING'),
    ];
    expect(balances).toEqual([1_000_100, -100, 0, -1_000_000]);
    expect(balances.reduce((sum, each) => sum + each)).toBe(0);
  });

  it('gives the same balance with and without checkpoints', async () => {
    await post('PAYMENT', 100);
    // It waits for the transactions of every database of the server, other specs' among them.
    await eventually(async () => (await checkpoint()) > 0);
    expect(await balance('SETTLEMENT')).toBe(1_000_100);
    await post('PAYMENT', 11);
    expect(await balance('SETTLEMENT')).toBe(1_000_111);
    await checkpoint();
    expect(await balance('SETTLEMENT')).toBe(1_000_111);
  });

  it('loses nothing that commits after a checkpoint although it began before', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const late = post('PAYMENT', 5, async () => {
      started.resolve();
      await finish.promise;
    });
    await started.promise;
    await post('PAYMENT', 100);
    await checkpoint();
    finish.resolve();
    await late;
    await checkpoint();
    expect(await balance('SETTLEMENT')).toBe(1_000_105);
  });

  it('reads for a checkpoint what came after the one before only', async () => {
    await post('PAYMENT', 1);
    await addTransfers(20_000);
    // A checkpoint leaves out what is younger than a transaction of any spec on the server.
    await eventually(async () => (await entriesForCheckpoint()) > 20_000);
    await eventually(async () => (await entriesForCheckpoint()) < 1_000);
    await post('PAYMENT', 2);
    expect(await entriesForCheckpoint()).toBeLessThan(1_000);
    expect(await balance('SETTLEMENT')).toBe(1_020_003);
  }, 60_000);

  it('writes a checkpoint at once for an account whose balance had much to sum up', async () => {
    const job = service.app.get(WriteCheckpoints);
    await post('PAYMENT', 1);
    // What is due each hour is done: from here on only the length of the tail counts.
    await job.runDue();
    const hourly = await checkpointed();
    await addTransfers(6_000);
    await job.runDue();
    expect(await checkpointed()).toEqual(hourly);
    await eventually(async () => {
      expect(await balance('SETTLEMENT')).toBe(1_006_001);
      await job.runDue();
      return (await checkpointed()).length > hourly.length;
    });
    expect(await checkpointed()).toEqual([...hourly, `settlement:${accountId}`]);
    expect(await balance('SETTLEMENT')).toBe(1_006_001);
  }, 60_000);

  it('takes money for one account from many at once', async () => {
    await Promise.all(Array.from({ length: 64 }, () => post('PAYMENT', 1)));
    expect(await balance('SETTLEMENT')).toBe(1_000_064);
  });

  it('has no books for a currency that the account does not take', async () => {
    const transfers = service.app.get(LedgerService);
    const posting = service.transactions.forApp(app.id, async (tx) => {
      await tx.begun;
      const batch = new WriteBatch();
      transfers.post(tx, batch, {
        kind: 'PAYMENT',
        accountId,
        amount: 1,
        currency: 'JPY',
        paymentId: newId<PaymentId>(tx.now),
        refundId: null,
      });
      tx.write(batch);
    });
    await expect(posting).rejects.toThrow('fkey');
  });
});
