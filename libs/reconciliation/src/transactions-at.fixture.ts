import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, Transactions } from '@towpath/persistence';

/** Transactions of a test app at the instant of `now`, for decisions that ask no database. */
export function transactionsAt(now: () => Date): Transactions {
  const forApp = async <T>(id: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> => {
    const times = { begun: Promise.resolve(), now: now(), systemNow: now() };
    return work({ ...times, customerApp: { id, type: 'TEST' } } as unknown as AppTx);
  };
  return { forApp } as Transactions;
}
