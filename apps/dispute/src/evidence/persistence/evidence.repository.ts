import { Injectable } from '@nestjs/common';
import type { DisputeId } from '@towpath/kernel';
import { PersonalDataVault, type AppTx, type SubjectKey } from '@towpath/persistence';
import type { EvidenceFile, EvidenceId, NewEvidence } from '../evidence-file.js';
import type { ListedEvidence, StoredFile } from '../ports.js';
import type { DisputeEvidenceEntity } from './evidence.entity.js';

type FileRow = Pick<
  DisputeEvidenceEntity,
  'evidence_id' | 'round' | 'digest' | 'media_type' | 'size_bytes' | 'added_at'
>;
type ListedRow = FileRow & Pick<DisputeEvidenceEntity, 'sealed_name'>;
type OpenedRow = FileRow & Pick<DisputeEvidenceEntity, 'user_id' | 'sealed_content'>;

const FILE = 'evidence_id, round, digest, media_type, size_bytes, added_at';

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
    const rows = await tx.prepared<ListedRow>(
      `SELECT ${FILE}, sealed_name FROM dispute_evidence
       WHERE customer_app_id = $1 AND dispute_id = $2
       ORDER BY stored_at, evidence_id`,
      [tx.customerApp.id, disputeId],
    );
    if (rows.length === 0) return [];
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    return rows.map((row) => ({ ...fileFrom(row), fileName: nameIn(row, key) }));
  }

  /**
   * Throws `PersonalDataErased`; fails on `dispute_evidence_once` for a file that exists already.
   * Not part of a batch: a file would travel twice as large in its JSON.
   */
  async add(tx: AppTx, evidence: NewEvidence): Promise<void> {
    const { evidenceId, userId } = evidence;
    const key = await this.vault.keyFor(tx, userId);
    await tx.prepared(
      `INSERT INTO dispute_evidence (customer_app_id, evidence_id, dispute_id, round, user_id,
         digest, media_type, size_bytes, sealed_name, sealed_content, added_at, stored_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        tx.customerApp.id,
        evidenceId,
        evidence.disputeId,
        evidence.round,
        userId,
        evidence.digest,
        evidence.mediaType,
        evidence.sizeBytes,
        key.encrypt(nameField(evidenceId), { text: evidence.fileName }),
        key.encryptBytes(contentField(evidenceId), evidence.content),
        evidence.addedAt,
        tx.systemNow,
      ],
    );
  }

  /** Null when it is no longer kept. */
  async open(tx: AppTx, evidenceId: EvidenceId): Promise<StoredFile | null> {
    const [row] = await tx.prepared<OpenedRow>(
      `SELECT ${FILE}, user_id, sealed_content FROM dispute_evidence
       WHERE customer_app_id = $1 AND evidence_id = $2`,
      [tx.customerApp.id, evidenceId],
    );
    if (!row) return null;
    const { user_id: userId, sealed_content: sealed } = row;
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    const content = key && sealed ? key.decryptBytes(contentField(evidenceId), sealed) : null;
    return { ...fileFrom(row), content };
  }

  /** Destroys the payer's key and the data encrypted with it. Permanent; repeatable. */
  async erase(tx: AppTx, userId: string): Promise<void> {
    await this.vault.destroy(tx, userId);
    for (const sql of ERASE) await tx.query(sql, [tx.customerApp.id, userId]);
  }
}

function nameIn({ evidence_id: id, sealed_name: sealed }: ListedRow, key?: SubjectKey) {
  return key && sealed ? key.decrypt(nameField(id), sealed) : null;
}

const nameField = (evidenceId: string) => `dispute_evidence.sealed_name ${evidenceId}`;
const contentField = (evidenceId: string) => `dispute_evidence.sealed_content ${evidenceId}`;

function fileFrom(row: FileRow): EvidenceFile {
  return {
    evidenceId: row.evidence_id as EvidenceId,
    round: row.round,
    digest: row.digest,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    addedAt: row.added_at,
  };
}
