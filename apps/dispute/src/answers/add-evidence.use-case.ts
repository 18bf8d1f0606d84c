import { Injectable } from '@nestjs/common';
import type { DisputeEvidence } from '@towpath/contracts/dispute';
import type { SentBody } from '@towpath/http';
import { DomainError, newId, type CustomerAppId } from '@towpath/kernel';
import { type AppTx, PersonalDataErased, Transactions, WriteBatch } from '@towpath/persistence';
import { disputeNotFound, parseDisputeId } from '../disputes/dispute.errors.js';
import { assertAnswerable, invalidStatus } from '../disputes/answer.js';
import { digestOf, MOST_FILES } from '../evidence/evidence-file.js';
import type { EvidenceId } from '../evidence/evidence.table.js';
import { evidenceBody } from '../evidence/evidence.view.js';
import { EvidenceRepository } from '../evidence/persistence/evidence.repository.js';
import type { ListedEvidence } from '../evidence/ports.js';
import { FILE_PART, readUpload, type Upload } from '../evidence/read-upload.js';
import { AnswerRepository } from './persistence/answer.repository.js';
import type { AnsweredDispute } from './ports.js';

/** The merchant adds a file that defends a dispute. The same file again is the same evidence. */
@Injectable()
export class AddEvidence {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: AnswerRepository,
    private readonly evidence: EvidenceRepository,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawDisputeId: string,
    sent: SentBody,
  ): Promise<DisputeEvidence> {
    const disputeId = parseDisputeId(rawDisputeId);
    const upload = await readUpload(sent);
    // The same file may be added twice at once: the second look finds it.
    const retryOn = ['dispute_evidence_once'];
    const work = async (tx: AppTx): Promise<ListedEvidence> => {
      const found = await this.answers.find(tx, disputeId);
      if (!found) throw disputeNotFound();
      return this.add(tx, found, upload);
    };
    const added = await this.transactions.forApp(customerAppId, work, { retryOn });
    return evidenceBody(added);
  }

  private async add(
    tx: AppTx,
    found: AnsweredDispute,
    { fileName, mediaType, content }: Upload,
  ): Promise<ListedEvidence> {
    const { dispute, open, files } = found;
    assertAnswerable(dispute, { kind: 'DEFEND', open, now: tx.now });
    const digest = digestOf(content);
    const known = files.find((file) => file.digest === digest);
    if (known) return { ...known, fileName };
    if (files.length >= MOST_FILES) {
      const explanation = `${FILE_PART} is one too many: a dispute takes ${MOST_FILES}.`;
      throw new DomainError('INVALID_REQUEST', explanation);
    }
    const { disputeId, userId, report } = dispute.snapshot;
    const evidence = {
      evidenceId: newId<EvidenceId>(tx.systemNow),
      disputeId,
      userId,
      round: report.round,
      digest,
      mediaType,
      sizeBytes: content.length,
      addedAt: tx.now,
      fileName,
    };
    const batch = new WriteBatch();
    this.answers.claimTurn(batch, found);
    await this.store(tx, { ...evidence, content });
    tx.write(batch);
    return evidence;
  }

  private async store(
    tx: AppTx,
    evidence: Parameters<EvidenceRepository['add']>[1],
  ): Promise<void> {
    try {
      await this.evidence.add(tx, evidence);
    } catch (error) {
      if (!(error instanceof PersonalDataErased)) throw error;
      throw invalidStatus('The person behind the payment was erased: no evidence is kept.');
    }
  }
}
