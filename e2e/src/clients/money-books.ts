import type { RunningSystem } from '../system/running-system.js';
import { inDatabase } from './service-database.js';

/** Reads the books, which no interface shows, without the services' code. */
export class MoneyBooks {
  constructor(private readonly system: RunningSystem) {}

  /** `KIND AMOUNT FROM -> TO`, oldest first. */
  async transfers(paymentId: string): Promise<string[]> {
    const rows = await this.query<{ text: string }>('payment_link', {
      sql: `SELECT kind || ' ' || amount || ' ' || split_part(debit_account, ':', 1) || ' -> '
              || split_part(credit_account, ':', 1) AS text
            FROM ledger_transfers WHERE payment_id = $1 ORDER BY occurred_at, kind`,
      id: paymentId,
    });
    return rows.map(({ text }) => text);
  }

  /** Used part of the limits of the mandate; empty without periods. */
  async used(mandateId: string): Promise<{ readonly amount: number; readonly count: number }> {
    const [row] = await this.query<{ amount: string; count: string }>('mandate', {
      sql: `SELECT coalesce(sum(used_amount), 0) AS amount, coalesce(sum(used_count), 0) AS count
            FROM mandate_usage WHERE mandate_id = $1`,
      id: mandateId,
    });
    return { amount: Number(row?.amount), count: Number(row?.count) };
  }

  private async query<R extends object>(
    database: string,
    { sql, id }: { readonly sql: string; readonly id: string },
  ): Promise<R[]> {
    const { rows } = await inDatabase(this.system, database, (client) =>
      client.query<R>(sql, [id]),
    );
    return rows;
  }
}
