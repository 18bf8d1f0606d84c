import { Injectable } from '@nestjs/common';
import type { DisputeEvidence } from '@towpath/contracts/dispute';
import type { DisputeId } from '@towpath/kernel';
import {
  byKey,
  byValues,
  PersonalDataVault,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import { evidence, type EvidenceId, type EvidenceRow } from './evidence.table.js';

/** The members of a file without its content. */
const FILE = [
  'evidenceId',
  'round',
  'digest',
  'mediaType',
  'sizeBytes',
  'pages',
  'addedAt',
] as const;

/** The data of a file without its content; `round` is the chargeback that it answers, from 1. */
export type EvidenceFile = Pick<EvidenceRow, (typeof FILE)[number]>;

/** Its name is null once the person behind the payment was erased. */
export interface ListedEvidence extends EvidenceFile {
  readonly fileName: string | null;
}

interface NewEvidence extends EvidenceFile, Pick<EvidenceRow, 'disputeId' | 'userId'> {
  readonly fileName: string;
  readonly content: Buffer;
}

const LIST = byKey(`SELECT ${evidence.select(...FILE, 'sealedName')} FROM dispute_evidence
  WHERE customer_app_id = $1 AND dispute_id = $2 ORDER BY stored_at, evidence_id`);

const ADD = byKey(`INSERT INTO dispute_evidence (customer_app_id, evidence_id, dispute_id, round,
    user_id, digest, media_type, size_bytes, pages, sealed_name, sealed_content, added_at, stored_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`);

const OPEN = byKey(`SELECT ${evidence.select(...FILE, 'userId', 'sealedContent')}
  FROM dispute_evidence WHERE customer_app_id = $1 AND evidence_id = $2`);

const FORGET = [
  `UPDATE dispute_evidence SET sealed_name = NULL, sealed_content = NULL
   WHERE customer_app_id = $1 AND user_id = $2 AND sealed_content IS NOT NULL`,
  `UPDATE disputes SET report = report || '{"issuerComments": null}'
   WHERE customer_app_id = $1 AND user_id = $2 AND report ->> 'issuerComments' IS NOT NULL`,
] as const;

/** Files that defend disputes, sealed with the key of the person behind the payment. */
@Injectable()
export class EvidenceService {
  constructor(private readonly vault: PersonalDataVault) {}

  /** Oldest first. */
  async list(
    tx: AppTx,
    { disputeId, userId }: { readonly disputeId: DisputeId; readonly userId: string },
  ): Promise<ListedEvidence[]> {
    const rows = await tx.query<EvidenceRow>(LIST, [tx.customerApp.id, disputeId]);
    if (rows.length === 0) return [];
    const key = (await this.vault.openAll(tx, [userId])).get(userId);
    return rows.map((row) => ({ ...row, fileName: nameIn(row, key) }));
  }

  /**
   * Throws `PersonalDataErased`; fails on `dispute_evidence_once` for a file that exists already.
   * Not part of a batch: a file would travel twice as large in its JSON.
   */
  async add(tx: AppTx, added: NewEvidence): Promise<void> {
    const { evidenceId, userId } = added;
    const key = await this.vault.keyFor(tx, userId);
    await tx.query(ADD, [
      tx.customerApp.id,
      evidenceId,
      added.disputeId,
      added.round,
      userId,
      added.digest,
      added.mediaType,
      added.sizeBytes,
      added.pages,
      key.encrypt(nameField(evidenceId), { text: added.fileName }),
      key.encryptBytes(contentField(evidenceId), added.content),
      added.addedAt,
      tx.systemNow,
    ]);
  }

  /** With its content, for the call to the processor; null when it is no longer kept. */
  async open(
    tx: AppTx,
    evidenceId: EvidenceId,
  ): Promise<(EvidenceFile & { readonly content: Buffer }) | null> {
    const [row] = await tx.query<EvidenceRow>(OPEN, [tx.customerApp.id, evidenceId]);
    if (!row?.sealedContent) return null;
    const key = (await this.vault.openAll(tx, [row.userId])).get(row.userId);
    if (!key) return null;
    return { ...row, content: key.decryptBytes(contentField(evidenceId), row.sealedContent) };
  }

  /**
   * Forgets the person behind a payment user: evidence, its file names, comments of issuers, and the
   * key that encrypted them. Permanent; repeatable.
   */
  async forget(tx: AppTx, userId: string): Promise<void> {
    await this.vault.destroy(tx, userId);
    for (const sql of FORGET) await tx.query(byValues(sql), [tx.customerApp.id, userId]);
  }
}

/** @param json those members of the row that a statement of another slice selects */
export function evidenceFrom(json: unknown): EvidenceFile {
  return evidence.from(json);
}

export function evidenceBody(file: ListedEvidence): DisputeEvidence {
  return {
    evidence_id: file.evidenceId,
    round: file.round,
    file_name: file.fileName ?? undefined,
    media_type: file.mediaType,
    size: file.sizeBytes,
    added_at: file.addedAt.toISOString(),
  };
}

function nameIn({ evidenceId, sealedName: sealed }: EvidenceRow, key?: SubjectKey) {
  return key && sealed ? key.decrypt(nameField(evidenceId), sealed) : null;
}

const nameField = (evidenceId: string) => `dispute_evidence.sealed_name ${evidenceId}`;
const contentField = (evidenceId: string) => `dispute_evidence.sealed_content ${evidenceId}`;
