import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';

/** The last check of the balances of each customer app: every replica shows it to operators. */
@Injectable()
export class LedgerChecksService {
  constructor(private readonly db: Transactions) {}

  /** @param drift minor units by currency */
  async record(app: CustomerAppId, drift: ReadonlyMap<string, number>): Promise<void> {
    await this.db.forApp(app, (tx) =>
      tx.query(
        byValues(`INSERT INTO ledger_checks (customer_app_id, currency, drift, checked_at)
         SELECT $1, currency, drift, now()
         FROM jsonb_to_recordset($2) AS measured (currency text, drift bigint)
         ON CONFLICT (customer_app_id, currency)
           DO UPDATE SET drift = excluded.drift, checked_at = excluded.checked_at`),
        [app, JSON.stringify([...drift].map(([currency, sum]) => ({ currency, drift: sum })))],
      ),
    );
  }
}
