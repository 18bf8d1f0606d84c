import type { DocumentedApi } from './documented-api.fixture.js';

/** A customer app that reads its books. */
export async function readsBooks(api: DocumentedApi, token: string): Promise<string> {
  const { download_url: address } = await api.execute<{ download_url: string }>(
    'downloadBalanceStatement',
    { token },
  );
  const file = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '');
  return api.execute<string>('downloadLedgerStatementFile', { path: { file } });
}
