import { newId, type CustomerAppId } from '@towpath/kernel';
import type { Transactions } from './transactions.js';
import { UnknownCustomerApp } from './tx.js';
import type { AppTx, Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';
import { byValues } from './planned-statement.js';

/** Transactions under test, and what they have kept in `parcels`. */
export interface TransactionsUnderTest {
  readonly transactions: Transactions;
  readonly app: CustomerAppId;
  written(): Promise<readonly unknown[]>;
}

type Open = () => TransactionsUnderTest;

const batch = ({ app }: TransactionsUnderTest, id: string) =>
  new WriteBatch().insert('parcels', { customer_app_id: app, parcel_id: id, status: 'OPEN' });
const inApp = <T>(
  { app, transactions }: TransactionsUnderTest,
  work: (tx: AppTx) => Promise<T>,
): Promise<T> => transactions.forApp(app, work);

/** What holds with a database and without one. */
export function describeTransactions(name: string, open: Open): void {
  describe(`${name}: a transaction`, () => {
    testBeginning(open);
    testWrites(open);
    testEnd(open);
  });
}

function testBeginning(open: Open): void {
  it('does not know clock and app before BEGIN was answered', async () => {
    const early = [
      (tx: AppTx) => tx.now,
      (tx: AppTx) => tx.systemNow,
      (tx: AppTx) => tx.customerApp.type,
      (tx: AppTx) => tx.customerApp.name,
    ];
    for (const read of early) {
      await expect(inApp(open(), async (tx) => read(tx))).rejects.toThrow('`tx.begun` was awaited');
    }
    const asWorker = open().transactions.asWorker(async (tx) => tx.now);
    await expect(asWorker).rejects.toThrow('`tx.begun` was awaited');
  });

  it('knows clock and app once `begun` was awaited, and its ID before', async () => {
    const { app, transactions } = open();
    const known = await inApp(open(), async (tx) => {
      const { id } = tx.customerApp;
      await tx.begun;
      return { id, type: tx.customerApp.type, isDate: tx.now instanceof Date };
    });
    expect(known).toEqual({ id: app, type: 'TEST', isDate: true });
    const now = await transactions.asWorker(async (tx) => {
      await tx.begun;
      return tx.now;
    });
    expect(now).toBeInstanceOf(Date);
  });

  it('never has a clock later than the instant that was given', async () => {
    const at = new Date('2001-02-03T04:05:06Z');
    const { app, transactions } = open();
    const work = async (tx: Tx) => {
      await tx.begun;
      return tx.now;
    };
    await expect(transactions.forApp(app, work, { at })).resolves.toEqual(at);
  });
}

function testWrites(open: Open): void {
  it('reports an unknown app, also when its work throws or asks nothing', async () => {
    const { transactions } = open();
    const unknown = newId<CustomerAppId>(new Date());
    const works: ((tx: AppTx) => Promise<unknown>)[] = [
      async () => undefined,
      async () => Promise.reject(new Error('thrown at once')),
      async (tx) => tx.query(byValues('SELECT 1')),
      async (tx) => tx.write(batch(open(), 'of an unknown app')),
    ];
    for (const work of works) {
      await expect(transactions.forApp(unknown, work)).rejects.toThrow(UnknownCustomerApp);
    }
    expect(await open().written()).not.toContain('of an unknown app');
  });

  it('keeps what was written before and after BEGIN was answered', async () => {
    await inApp(open(), async (tx) => {
      tx.write(batch(open(), 'before'));
      await tx.begun;
      tx.write(batch(open(), 'after'));
    });
    expect(await open().written()).toEqual(expect.arrayContaining(['before', 'after']));
  });

  it('keeps nothing when its work throws', async () => {
    const failing = inApp(open(), async (tx) => {
      tx.write(batch(open(), 'thrown early'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const later = inApp(open(), async (tx) => {
      await tx.begun;
      tx.write(batch(open(), 'thrown late'));
      throw new Error('no again');
    });
    await expect(later).rejects.toThrow('no again');
    const known = await open().written();
    expect(known).not.toContain('thrown early');
    expect(known).not.toContain('thrown late');
  });
}

function testEnd(open: Open): void {
  it('refuses to write when it only reads', async () => {
    const { app, transactions } = open();
    const writing = transactions.forApp(app, async (tx) => tx.write(batch(open(), 'read')), {
      readOnly: true,
    });
    await expect(writing).rejects.toThrow('only reads');
    expect(await open().written()).not.toContain('read');
  });

  it('runs actions after the commit, and none when its work throws', async () => {
    const done: string[] = [];
    await inApp(open(), async (tx) => {
      tx.afterCommit(() => done.push('committed'));
      await tx.begun;
      expect(done).toEqual([]);
    });
    const failing = inApp(open(), async (tx) => {
      tx.afterCommit(() => done.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(done).toEqual(['committed']);
  });

  it('cannot be used after its end', async () => {
    let escaped: Tx | undefined;
    await inApp(open(), async (tx) => void (escaped = tx));
    await expect(escaped?.query(byValues('SELECT 1'))).rejects.toThrow('has ended');
    expect(() => escaped?.write(batch(open(), 'late'))).toThrow('has ended');
  });
}
