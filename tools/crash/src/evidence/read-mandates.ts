import type { Databases } from './databases.js';
import type { StateChangeRow } from './evidence.js';
import type { BankBooks, MandateBooks } from './mandate-evidence.js';
import { readBankPayouts, readBankTransfers, readSourceBills } from './money-evidence.js';

/** The rows of mandate, as they are. */
export async function readMandateBooks(databases: Databases): Promise<MandateBooks> {
  const rows = <T extends object>(sql: string) => databases.rows<T>('mandate', { sql });
  return {
    mandates: await rows(`SELECT customer_app_id, mandate_id, status, payment_link_id, currency,
      max_transaction_amount, max_period_amount, max_period_count, period, sequence FROM mandates`),
    debits: await rows(`SELECT customer_app_id, payment_id, mandate_id, status, amount, currency,
      period_start::text, reserved, sequence,
      (created_at AT TIME ZONE 'UTC')::date::text AS reserved_on FROM direct_debits`),
    usage: await rows(`SELECT customer_app_id, mandate_id, period_start::text, used_amount,
      used_count FROM mandate_usage`),
  };
}

export function readMandateChanges(databases: Databases): Promise<StateChangeRow[]> {
  return databases.rows('mandate', {
    sql: `SELECT 'mandate' AS history, customer_app_id, mandate_id AS id, sequence, from_status,
            to_status FROM mandate_state_changes
          UNION ALL
          SELECT 'direct-debit', customer_app_id, payment_id, sequence, from_status, to_status
          FROM direct_debit_state_changes`,
  });
}

export async function readBankBooks(databases: Databases): Promise<BankBooks> {
  return {
    mandates: await databases.rows('sandbox', {
      sql: `SELECT customer_app_id, reference, state, activated_at IS NOT NULL AS activated
            FROM debit_mandates`,
    }),
    collections: await databases.rows('sandbox', {
      sql: `SELECT customer_app_id, reference, mandate_reference, state, amount, currency
            FROM debit_collections`,
    }),
    payouts: await readBankPayouts(databases),
    transfers: await readBankTransfers(databases),
    bills: await readSourceBills(databases),
  };
}
