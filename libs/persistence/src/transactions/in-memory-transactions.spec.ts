import { newId, type CustomerAppId } from '@towpath/kernel';
import { InMemoryTransactions } from './in-memory-transactions.js';
import type { Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';

const APP = newId<CustomerAppId>(new Date(0));
const NOW = new Date('2026-01-02T03:04:05Z');

let transactions: InMemoryTransactions;

beforeEach(() => {
  transactions = new InMemoryTransactions({ now: () => NOW });
});

const batch = () => new WriteBatch().insert('parcels', { parcel_id: 'p' });

describe('transactions without a database', () => {
  it('give the app and the time, and keep the written rows', async () => {
    const done: string[] = [];
    await transactions.forApp(APP, async (tx) => {
      expect(tx.customerApp).toEqual({ id: APP, type: 'TEST', name: 'In memory' });
      expect(tx.now).toEqual(NOW);
      tx.afterCommit(() => done.push('committed'));
      await tx.write(batch());
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['committed']);
    expect(transactions.written.flatMap((written) => written.rowsFor('parcels'))).toEqual([
      { parcel_id: 'p' },
    ]);
  });

  it('keep nothing of work that throws', async () => {
    const failing = transactions.asWorker(async (tx) => {
      await tx.write(batch());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(transactions.written).toEqual([]);
  });

  it('refuse SQL, and use after the end', async () => {
    const asking = transactions.forApp(APP, (tx) => tx.query('SELECT 1'));
    await expect(asking).rejects.toThrow('no database');
    let escaped: Tx | undefined;
    await transactions.forApp(APP, async (tx) => void (escaped = tx));
    await expect(escaped?.write(batch())).rejects.toThrow('has ended');
  });
});
