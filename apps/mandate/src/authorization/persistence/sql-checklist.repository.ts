import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Encryption, type AppTx, type Row, type WriteBatch } from '@towpath/persistence';
import { CHECKLIST_DATA_KEY } from '../../persistence/key-purposes.js';
import { Checklist, type Submitted } from '../domain/checklist.js';
import { ChecklistRepository, type ChecklistSecrets, type StoredChecklist } from '../ports.js';
import type { MandateChecklistEntity } from './mandate-checklist.entity.js';

@Injectable()
export class SqlChecklistRepository extends ChecklistRepository {
  constructor(private readonly encryption: Encryption) {
    super();
  }

  override async find(tx: AppTx, mandateId: MandateId): Promise<StoredChecklist | null> {
    const [row] = await tx.prepared<MandateChecklistEntity>(
      `SELECT * FROM mandate_checklists WHERE customer_app_id = $1 AND mandate_id = $2`,
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
      },
      submitted: Object.fromEntries(
        Object.entries(row.submitted).map(([type, { at, by }]) => [type, { at: new Date(at), by }]),
      ) as Submitted,
      otpAsked: row.otp_asked,
      updatedAt: row.updated_at,
    });
    return { checklist, secrets: this.opened(row), stored: true };
  }

  override save(
    batch: WriteBatch,
    { checklist, secrets, stored, finishAt }: StoredChecklist & { readonly finishAt: Date | null },
  ): void {
    const { customerAppId, mandateId, institution, ...rest } = checklist.snapshot;
    const key = { customer_app_id: customerAppId, mandate_id: mandateId };
    const columns: Row = {
      institution: institution && {
        institution_id: institution.institutionId,
        name: institution.name,
        login_method: institution.loginMethod,
      },
      submitted: rest.submitted,
      otp_asked: rest.otpAsked,
      sealed: this.sealed(secrets, mandateId),
      finish_at: finishAt,
      updated_at: rest.updatedAt,
    };
    if (stored) batch.update('mandate_checklists', key, columns);
    else batch.insert('mandate_checklists', { ...key, ...columns });
  }

  override async empty(tx: AppTx, mandateId: MandateId): Promise<void> {
    await tx.prepared(
      `UPDATE mandate_checklists SET sealed = NULL, finish_at = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND mandate_id = $2
         AND (sealed IS NOT NULL OR finish_at IS NOT NULL)`,
      [tx.customerApp.id, mandateId, tx.now],
    );
  }

  override async takePayload(tx: AppTx, digest: Buffer): Promise<boolean> {
    const taken = await tx.prepared(
      `INSERT INTO checklist_payloads (customer_app_id, digest, received_at)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING true AS taken`,
      [tx.customerApp.id, digest, tx.systemNow],
    );
    return taken.length === 1;
  }

  private opened({ sealed, mandate_id: id }: MandateChecklistEntity): ChecklistSecrets {
    if (!sealed) return {};
    const text = this.encryption.decrypt(CHECKLIST_DATA_KEY, sealed, contextOf(id));
    return JSON.parse(text) as ChecklistSecrets;
  }

  private sealed(secrets: ChecklistSecrets, mandateId: string): Buffer | null {
    if (Object.keys(secrets).length === 0) return null;
    const text = JSON.stringify(secrets);
    return this.encryption.encrypt(CHECKLIST_DATA_KEY, text, contextOf(mandateId));
  }
}

/** A ciphertext that is moved to another mandate is refused. */
function contextOf(mandateId: string): string {
  return `mandate_checklists.sealed ${mandateId}`;
}
