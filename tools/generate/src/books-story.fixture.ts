import type { DocumentedApi } from './documented-api.fixture.js';

/** A customer app whose payers have bills. */
async function readsBills(api: DocumentedApi, token: string): Promise<void> {
  const bill = await api.execute<{ bill_id: string }>('createTestBill', { token });
  await api.execute('listBills', { token });
  await api.execute('getBill', { token, path: { billId: bill.bill_id } });
}

/** A customer app that reads its bills, then its books. */
export async function readsBooks(api: DocumentedApi, token: string): Promise<string> {
  await readsBills(api, token);
  const { download_url: address } = await api.execute<{ download_url: string }>(
    'downloadBalanceStatement',
    { token },
  );
  const file = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  return api.execute<string>('downloadLedgerStatementFile', { path: { file } });
}
