import { newId, type CustomerAppId } from '@towpath/kernel';
import { describeTransactions } from './describe-transactions.fixture.js';
import { InMemoryTransactions } from './in-memory-transactions.js';
import { byValues } from './planned-statement.js';

const APP = newId<CustomerAppId>(new Date(0));
const NOW = new Date('2026-01-02T03:04:05Z');

let transactions: InMemoryTransactions;

beforeEach(() => {
  transactions = new InMemoryTransactions({ now: () => NOW, knows: (app) => app === APP });
});

describeTransactions('without a database', () => ({
  transactions,
  app: APP,
  written: async () =>
    transactions.written.flatMap((batch) => batch.rowsFor('parcels').map((row) => row.parcel_id)),
}));

describe('transactions without a database', () => {
  it('have the clock that was given', async () => {
    const now = await transactions.forApp(APP, async (tx) => {
      await tx.begun;
      return tx.now;
    });
    expect(now).toEqual(NOW);
  });

  it('refuse SQL', async () => {
    const asking = transactions.forApp(APP, (tx) => tx.query(byValues('SELECT 1')));
    await expect(asking).rejects.toThrow('no database');
  });
});
