import { newId, type PaymentAccountId, type PaymentId } from '@towpath/kernel';
import { WriteBatch } from '@towpath/persistence';
import { PostTransfer } from '../src/ledger/post-transfer.use-case.js';
import { WriteCheckpoints } from '../src/ledger/persistence/write-checkpoints.job.js';
import { ReadBalance } from '../src/ledger/read-balance.query.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
beforeAll(async () => {
  service = await TestPaymentLink.start();
}, START_MS);
afterAll(() => service?.end());
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
  const transfers = service.app.get(PostTransfer);
  return service.transactions.forApp(app.id, async (tx) => {
    const batch = new WriteBatch();
    const paymentId = newId<PaymentId>(tx.now);
    transfers.execute(tx, batch, {
      kind,
      accountId,
      amount,
      currency: 'HKD',
      paymentId,
      refundId: null,
    });
    await tx.write(batch);
    await work();
  });
}

const balance = (kind: 'SETTLEMENT' | 'CLEARING' | 'UNEXPECTED' | 'FUNDING') =>
  service.transactions.forApp(app.id, (tx) =>
    service.app.get(ReadBalance).execute(tx, { kind, accountId, currency: 'HKD' }),
  );
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
    expect(await checkpoint()).toBeGreaterThan(0);
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

  it('takes money for one account from many at once', async () => {
    await Promise.all(Array.from({ length: 64 }, () => post('PAYMENT', 1)));
    expect(await balance('SETTLEMENT')).toBe(1_000_064);
  });

  it('has no books for a currency that the account does not take', async () => {
    const transfers = service.app.get(PostTransfer);
    const posting = service.transactions.forApp(app.id, async (tx) => {
      const batch = new WriteBatch();
      transfers.execute(tx, batch, {
        kind: 'PAYMENT',
        accountId,
        amount: 1,
        currency: 'JPY',
        paymentId: newId<PaymentId>(tx.now),
        refundId: null,
      });
      await tx.write(batch);
    });
    await expect(posting).rejects.toThrow('fkey');
  });
});
