import { Injectable } from '@nestjs/common';
import type { DisputeId } from '@towpath/kernel';
import {
  byKey,
  byValues,
  PersonalDataVault,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import { FILE, fileOf, type NewEvidence } from '../evidence-file.js';
import { evidence, type EvidenceId, type EvidenceRow } from '../evidence.table.js';
import type { ListedEvidence, StoredFile } from '../ports.js';

const ERASE = [
  `UPDATE dispute_evidence SET sealed_name = NULL, sealed_content = NULL
   WHERE customer_app_id = $1 AND user_id = $2 AND sealed_content IS NOT NULL`,
  `UPDATE disputes SET report = report || '{"issuerComments": null}'
   WHERE customer_app_id = $1 AND user_id = $2 AND report ->> 'issuerComments' IS NOT NULL`,
] as const;

/** Files that defend disputes, sealed with the key of the person behind the payment. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly vault: PersonalDataVault) {}

  /** Oldest first. */
  async list(
    tx: AppTx,
    { disputeId, userId }: { readonly disputeId: DisputeId; readonly userId: string },
  ): Promise<ListedEvidence[]> {
    const rows = await tx.query<EvidenceRow>(
      byKey(`SELECT ${evidence.select(...FILE, 'sealedName')} FROM dispute_evidence
       WHERE customer_app_id = $1 AND dispute_id = $2
       ORDER BY stored_at, evidence_id`),
      [tx.customerApp.id, disputeId],
    );
    if (rows.length === 0) return [];
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    return rows.map((row) => ({ ...fileOf(row), fileName: nameIn(row, key) }));
  }

  /**
   * Throws `PersonalDataErased`; fails on `dispute_evidence_once` for a file that exists already.
   * Not part of a batch: a file would travel twice as large in its JSON.
   */
  async add(tx: AppTx, added: NewEvidence): Promise<void> {
    const { evidenceId, userId } = added;
    const key = await this.vault.keyFor(tx, userId);
    await tx.query(
      byKey(`INSERT INTO dispute_evidence (customer_app_id, evidence_id, dispute_id, round, user_id,
         digest, media_type, size_bytes, sealed_name, sealed_content, added_at, stored_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`),
      [
        tx.customerApp.id,
        evidenceId,
        added.disputeId,
        added.round,
        userId,
        added.digest,
        added.mediaType,
        added.sizeBytes,
        key.encrypt(nameField(evidenceId), { text: added.fileName }),
        key.encryptBytes(contentField(evidenceId), added.content),
        added.addedAt,
        tx.systemNow,
      ],
    );
  }

  /** Null when it is no longer kept. */
  async open(tx: AppTx, evidenceId: EvidenceId): Promise<StoredFile | null> {
    const [row] = await tx.query<EvidenceRow>(
      byKey(`SELECT ${evidence.select(...FILE, 'userId', 'sealedContent')} FROM dispute_evidence
       WHERE customer_app_id = $1 AND evidence_id = $2`),
      [tx.customerApp.id, evidenceId],
    );
    if (!row) return null;
    const { userId, sealedContent: sealed } = row;
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const content = key && sealed ? key.decryptBytes(contentField(evidenceId), sealed) : null;
    return { ...fileOf(row), content };
  }

  /** Destroys the payer's key and the data encrypted with it. Permanent; repeatable. */
  async erase(tx: AppTx, userId: string): Promise<void> {
    await this.vault.destroy(tx, userId);
    for (const sql of ERASE) await tx.query(byValues(sql), [tx.customerApp.id, userId]);
  }
}

function nameIn({ evidenceId, sealedName: sealed }: EvidenceRow, key?: SubjectKey) {
  return key && sealed ? key.decrypt(nameField(evidenceId), sealed) : null;
}

const nameField = (evidenceId: string) => `dispute_evidence.sealed_name ${evidenceId}`;
const contentField = (evidenceId: string) => `dispute_evidence.sealed_content ${evidenceId}`;
