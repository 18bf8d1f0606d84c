import { byKey, type Tx } from '@towpath/persistence';

/** The app's clock. */
export async function appNow(tx: Tx, customerAppId: string): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>(byKey('SELECT app_now($1) AS now'), [customerAppId]);
  if (!row) throw new Error('the database gave no time');
  return row.now;
}
