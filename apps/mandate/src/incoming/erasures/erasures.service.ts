import { Injectable } from '@nestjs/common';
import { PERSONAL_MEMBERS } from '@towpath/contracts';
import type { MandateId, PaymentUserId } from '@towpath/kernel';
import { byValues, Idempotency, PersonalDataVault, type AppTx } from '@towpath/persistence';
import { AuthorizationsService } from '../../authorizing/authorization/authorizations.service.js';
import { PAYER_GONE } from '../../mandates/mandates/mandate.js';

const OF_PAYER = `customer_app_id = $1 AND mandate_id IN (
  SELECT mandate_id FROM mandates WHERE customer_app_id = $1 AND user_id = $2)`;

/** Unfinished checklists, origins of consents, texts of banks. */
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
];

/** The effects of the erasure of a payment user on mandates. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly vault: PersonalDataVault,
    private readonly authorizations: AuthorizationsService,
    private readonly answers: Idempotency,
  ) {}

  /**
   * Destroys the payer's key, so that encrypted copies are unreadable everywhere, and empties
   * personal data in rows. Mandates that the payer is authorizing fail, because their input is
   * deleted; other mandates stay unchanged. Permanent and repeatable.
   */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    const values = [tx.customerApp.id, userId];
    // In the lock order of other transactions: a mandate, then its dependent rows.
    const mandates = await tx.query<{ mandate_id: MandateId; status: string }>(
      byValues(`SELECT mandate_id, status FROM mandates
       WHERE customer_app_id = $1 AND user_id = $2 ORDER BY mandate_id FOR UPDATE`),
      values,
    );
    for (const { mandate_id: mandateId, status } of mandates) {
      if (status === 'AUTHORIZING') await this.authorizations.fail(tx, mandateId, PAYER_GONE);
    }
    await this.vault.destroy(tx, userId);
    for (const sql of STATEMENTS) await tx.query(byValues(sql), values);
    await this.answers.forget(tx, { userId, ...PERSONAL_MEMBERS });
  }
}
