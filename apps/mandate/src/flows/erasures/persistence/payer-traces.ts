import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentUserId } from '@towpath/kernel';
import { byValues, PersonalDataVault, type AppTx } from '@towpath/persistence';

const OF_PAYER = `customer_app_id = $1 AND mandate_id IN (
  SELECT mandate_id FROM mandates WHERE customer_app_id = $1 AND user_id = $2)`;

const LOCK =
  byValues(`SELECT mandate_id, status FROM mandates WHERE customer_app_id = $1 AND user_id = $2
  ORDER BY mandate_id FOR UPDATE`);

const STATEMENTS = [
  `UPDATE mandate_checklists
   SET sealed = NULL, submitted = '{}', otp_asked = false, finish_at = NULL
   WHERE ${OF_PAYER} AND sealed IS NOT NULL`,
  `UPDATE mandate_consents SET sealed_origin = NULL
   WHERE ${OF_PAYER} AND sealed_origin IS NOT NULL`,
  `UPDATE mandate_submissions SET bank_reason = bank_reason || '{"text": ""}'
   WHERE ${OF_PAYER} AND bank_reason IS NOT NULL`,
  `UPDATE direct_debits SET bank_reason = bank_reason || '{"text": ""}'
   WHERE ${OF_PAYER} AND bank_reason IS NOT NULL`,
] as const;

/** The personal data of a payment user in this service. */
@Injectable()
export class PayerTraces {
  constructor(private readonly vault: PersonalDataVault) {}

  /** In the lock order of other transactions: a mandate, then its dependent rows. */
  async lockAuthorizing(tx: AppTx, userId: PaymentUserId): Promise<readonly MandateId[]> {
    const values = [tx.customerApp.id, userId];
    const rows = await tx.query<{ mandate_id: MandateId; status: string }>(LOCK, values);
    return rows.filter(({ status }) => status === 'AUTHORIZING').map((row) => row.mandate_id);
  }

  /**
   * Destroys the payer's key, so that encrypted copies are unreadable everywhere. It empties
   * personal data in rows: unfinished checklists, origins of consents, texts of banks. Permanent
   * and repeatable.
   */
  async erase(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await this.vault.destroy(tx, userId);
    for (const sql of STATEMENTS) await tx.query(byValues(sql), [tx.customerApp.id, userId]);
  }
}
