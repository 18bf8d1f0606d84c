import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId, PaymentUserId } from '@towpath/kernel';
import {
  byKey,
  DecryptionFailed,
  Encryption,
  PersonalDataErased,
  PersonalDataVault,
  type AppTx,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import { CHECKLIST_DATA_KEY } from '../../../persistence/key-purposes.js';
import { Checklist, type Submitted } from '../domain/checklist.js';
import type { ChecklistOwner, ChecklistSecrets, StoredChecklist } from '../ports.js';
import type { MandateChecklistEntity } from './mandate-checklist.entity.js';

/** Rows are protected by the lock of their mandate: take that first. */
@Injectable()
export class ChecklistRepository {
  constructor(
    private readonly encryption: Encryption,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Without secrets once the payer was erased. */
  async find(tx: AppTx, { mandateId, userId }: ChecklistOwner): Promise<StoredChecklist | null> {
    const [row] = await tx.query<MandateChecklistEntity>(
      byKey(`SELECT * FROM mandate_checklists WHERE customer_app_id = $1 AND mandate_id = $2`),
      [tx.customerApp.id, mandateId],
    );
    if (!row) return null;
    const { institution } = row;
    const checklist = Checklist.restore({
      mandateId: row.mandate_id as MandateId,
      customerAppId: row.customer_app_id as CustomerAppId,
      institution: institution && {
        institutionId: institution.institution_id,
        name: institution.name,
        loginMethod: institution.login_method,
        ...(institution.countries && { countries: institution.countries }),
      },
      submitted: Object.fromEntries(
        Object.entries(row.submitted).map(([type, { at, by }]) => [type, { at: new Date(at), by }]),
      ) as Submitted,
      otpAsked: row.otp_asked,
      updatedAt: row.updated_at,
    });
    return { checklist, secrets: await this.opened(tx, row, userId), stored: true };
  }

  /**
   * Saves the checklist. `finishAt`: when a job checks that a full checklist was completed; null if
   * it need not. Secrets of an erased payer are not stored.
   */
  async save(
    tx: AppTx,
    batch: WriteBatch,
    saved: StoredChecklist & { readonly userId: PaymentUserId; readonly finishAt: Date | null },
  ): Promise<void> {
    const { checklist, secrets, stored, userId, finishAt } = saved;
    const { customerAppId, mandateId, institution, ...rest } = checklist.snapshot;
    const key = { customer_app_id: customerAppId, mandate_id: mandateId };
    const columns: Row = {
      institution: institution && {
        institution_id: institution.institutionId,
        name: institution.name,
        login_method: institution.loginMethod,
        countries: institution.countries,
      },
      submitted: rest.submitted,
      otp_asked: rest.otpAsked,
      sealed: await this.sealed(tx, secrets, { mandateId, userId }),
      finish_at: finishAt,
      updated_at: rest.updatedAt,
    };
    if (stored) batch.update('mandate_checklists', key, columns);
    else batch.insert('mandate_checklists', { ...key, ...columns });
  }

  /** Deletes the submission, and its due completion. */
  async empty(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.query(
      byKey(`UPDATE mandate_checklists SET sealed = NULL, finish_at = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND mandate_id = $2
         AND (sealed IS NOT NULL OR finish_at IS NOT NULL)`),
      [tx.customerApp.id, mandateId, tx.now],
    );
  }

  /** False when the same payload was taken before, from whomever. */
  async takePayload(tx: AppTx, digest: Buffer): Promise<boolean> {
    const taken = await tx.query(
      byKey(`INSERT INTO checklist_payloads (customer_app_id, digest, received_at)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING true AS taken`),
      [tx.customerApp.id, digest, tx.systemNow],
    );
    return taken.length === 1;
  }

  private async opened(
    tx: AppTx,
    { sealed, mandate_id: id }: MandateChecklistEntity,
    userId: PaymentUserId,
  ): Promise<ChecklistSecrets> {
    if (!sealed) return {};
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const context = contextOf(id);
    try {
      if (key) return secretsIn(key.decrypt(context, sealed));
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error;
    }
    // Rows of earlier versions, at most 30 days old, are under the key of the service.
    try {
      return secretsIn(this.encryption.decrypt(CHECKLIST_DATA_KEY, sealed, context));
    } catch (error) {
      // under the key of a payer who was erased meanwhile
      if (!key && error instanceof DecryptionFailed) return {};
      throw error;
    }
  }

  private async sealed(
    tx: AppTx,
    secrets: ChecklistSecrets,
    { mandateId, userId }: ChecklistOwner,
  ): Promise<Buffer | null> {
    if (Object.keys(secrets).length === 0) return null;
    try {
      const key = await this.vault.keyFor(tx, userId);
      return key.encrypt(contextOf(mandateId), { text: JSON.stringify(secrets) });
    } catch (error) {
      if (error instanceof PersonalDataErased) return null;
      throw error;
    }
  }
}

function secretsIn(text: string): ChecklistSecrets {
  return JSON.parse(text) as ChecklistSecrets;
}

/** A ciphertext that is moved to another mandate is refused. */
function contextOf(mandateId: string): string {
  return `mandate_checklists.sealed ${mandateId}`;
}
