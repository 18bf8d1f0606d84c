import { Injectable } from '@nestjs/common';
import type { DisputeEvidence } from '@towpath/contracts/dispute';
import type { SentBody } from '@towpath/http';
import {
  askingNow,
  DomainError,
  newId,
  Schedule,
  type CustomerAppId,
  type DisputeId,
} from '@towpath/kernel';
import {
  byKey,
  PersonalDataErased,
  Transactions,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import { createHash } from 'node:crypto';
import type { Dispute } from '../disputes/dispute.js';
import { disputeNotFound, DisputesReads, parseDisputeId } from '../disputes/disputes.reads.js';
import { DisputesService } from '../disputes/disputes.service.js';
import {
  evidenceBody,
  evidenceFrom,
  EvidenceService,
  type EvidenceFile,
  type ListedEvidence,
} from '../evidence/evidence.service.js';
import type { EvidenceId } from '../evidence/evidence.table.js';
import { FILE_PART, readUpload, type Upload } from '../evidence/read-upload.js';
import type { AppType, EvidenceDocument, EvidenceLimits } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { assertAnswerable, assertHasEvidence, invalidStatus } from './answer.js';
import { answers, type Answer, type AnswerKind } from './answer.table.js';

/** Files that answer one chargeback, unless its processor takes less. */
const LIMITS: EvidenceLimits = {
  files: 10,
  fileBytes: Infinity,
  allBytes: Infinity,
  pages: Infinity,
};

/** A dispute with its answers. */
export interface AnsweredDispute {
  readonly dispute: Dispute;
  readonly open: Answer | null;
  /** Of the open answer. */
  readonly schedule: Schedule | null;
  /** All answers so far. */
  readonly count: number;
  /** Evidence of the present round, oldest first. */
  readonly files: readonly EvidenceFile[];
  readonly answersVersion: number;
}

export interface SentAnswer {
  readonly appType: AppType;
  readonly dispute: Dispute;
  readonly answer: Answer;
}

interface Found {
  readonly dispute: unknown;
  readonly open: unknown;
  readonly count: number;
  readonly files: readonly unknown[] | null;
}

const ANSWERS = `dispute_answers a
  WHERE a.customer_app_id = d.customer_app_id AND a.dispute_id = d.dispute_id`;
const READ = byKey(`SELECT to_jsonb(d) AS dispute,
    (SELECT to_jsonb(a) FROM ${ANSWERS} AND a.settled_at IS NULL) AS open,
    (SELECT count(*) FROM ${ANSWERS}) AS count,
    (SELECT jsonb_agg(f ORDER BY f.stored_at, f.evidence_id) FROM (
       SELECT evidence_id, round, digest, media_type, size_bytes, pages, added_at, stored_at
       FROM dispute_evidence e
       WHERE e.customer_app_id = d.customer_app_id AND e.dispute_id = d.dispute_id
         AND e.round = (d.report ->> 'round')::integer) f) AS files
  FROM disputes d WHERE customer_app_id = $1 AND dispute_id = $2`);

/** A file of an answer is no longer kept, because the person behind the payment was erased. */
export class EvidenceGone extends Error {
  override readonly name = 'EvidenceGone';

  constructor() {
    super('The evidence is no longer kept.');
  }
}

/** Answers of merchants to disputes, and the files that defend them. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly db: Transactions,
    private readonly disputes: DisputesService,
    private readonly reads: DisputesReads,
    private readonly evidence: EvidenceService,
    private readonly processors: ProcessorRegistry,
  ) {}

  /** The merchant adds a file that defends a dispute. The same file again is the same evidence. */
  async addEvidence(
    app: CustomerAppId,
    rawDisputeId: string,
    sent: SentBody,
  ): Promise<DisputeEvidence> {
    const disputeId = parseDisputeId(rawDisputeId);
    const upload = await readUpload(sent);
    const add = async (tx: AppTx) => this.add(tx, await this.existing(tx, disputeId), upload);
    // The same file may be added twice at once: the second try finds it.
    return evidenceBody(await this.db.forApp(app, add, { retryOn: ['dispute_evidence_once'] }));
  }

  /** Commits that the processor may receive the merchant's answer from now on. */
  begin(app: CustomerAppId, disputeId: DisputeId, kind: AnswerKind): Promise<SentAnswer> {
    const begin = async (tx: AppTx): Promise<SentAnswer> => {
      const found = await this.existing(tx, disputeId);
      const { dispute, open, count, files } = found;
      assertAnswerable(dispute, { kind, open, now: tx.now });
      assertHasEvidence(kind, files);
      const answer = {
        customerAppId: app,
        disputeId,
        number: count + 1,
        kind,
        evidenceDigest: kind === 'ACCEPT' ? null : answerDigest(dispute, files),
        evidenceIds: kind === 'ACCEPT' ? [] : files.map(({ evidenceId }) => evidenceId),
        asks: 0,
        followUpAt: askingNow(tx.now, this.processorOf(tx, dispute)?.callMs).followUpAt,
        answeredAt: tx.now,
        outcome: null,
        settledAt: null,
      };
      const batch = new WriteBatch();
      answers.insert(batch, answer);
      this.disputes.claimTurn(batch, found);
      tx.write(batch);
      return { appType: tx.customerApp.type, dispute, answer };
    };
    // Of several answers at once one is kept: the others are tried again, and find it.
    const retryOn = ['dispute_answers_open', 'dispute_answers_pkey'];
    return this.db.forApp(app, begin, { retryOn });
  }

  /** The files of an answer, opened one after the other: only one is in memory. Throws `EvidenceGone`. */
  async *filesOf({ customerAppId, evidenceIds }: Answer): AsyncGenerator<EvidenceDocument> {
    for (const evidenceId of evidenceIds) {
      const file = await this.db.forApp(customerAppId, (tx) => this.evidence.open(tx, evidenceId));
      if (!file) throw new EvidenceGone();
      const { digest, mediaType, content } = file;
      yield { digest, mediaType, content };
    }
  }

  async find(tx: AppTx, disputeId: DisputeId): Promise<AnsweredDispute | null> {
    const [row] = await tx.query<Found>(READ, [tx.customerApp.id, disputeId]);
    if (!row) return null;
    const open = row.open ? answers.from(row.open) : null;
    return {
      ...this.reads.restored(row.dispute),
      open,
      schedule: open && new Schedule({ followUpAt: open.followUpAt, followUpsAsked: open.asks }),
      count: row.count,
      files: (row.files ?? []).map(evidenceFrom),
    };
  }

  /** The write fails with `ConcurrentChange` if another process asks. */
  reschedule(batch: WriteBatch, { open, schedule }: AnsweredDispute): void {
    if (!open || !schedule) return;
    const { followUpAt, followUpsAsked } = schedule.followUps;
    const read = { ...keyOf(open), asks: open.asks };
    answers.change(batch, read, { asks: followUpsAsked, followUpAt });
  }

  settle(batch: WriteBatch, answer: Answer, settled: Pick<Answer, 'outcome' | 'settledAt'>): void {
    answers.change(batch, keyOf(answer), { ...settled, followUpAt: null });
  }

  private limitsOf(tx: AppTx, dispute: Dispute): EvidenceLimits {
    return this.processorOf(tx, dispute)?.evidenceLimits(dispute.snapshot.report) ?? LIMITS;
  }

  private processorOf({ customerApp }: AppTx, { snapshot }: Dispute) {
    const { integrationId, connector } = snapshot;
    return this.processors.find({ appType: customerApp.type, integrationId, connector });
  }

  private async existing(tx: AppTx, disputeId: DisputeId): Promise<AnsweredDispute> {
    const found = await this.find(tx, disputeId);
    if (!found) throw disputeNotFound();
    return found;
  }

  private async add(
    tx: AppTx,
    found: AnsweredDispute,
    { fileName, mediaType, content, pages }: Upload,
  ): Promise<ListedEvidence> {
    const { dispute, open, files } = found;
    assertAnswerable(dispute, { kind: 'DEFEND', open, now: tx.now });
    const digest = digestOf(content);
    const known = files.find((file) => file.digest === digest);
    if (known) return { ...known, fileName };
    const sizeBytes = content.length;
    assertWithin(this.limitsOf(tx, dispute), [...files, { sizeBytes, pages }]);
    const { disputeId, userId, report } = dispute.snapshot;
    const added = {
      evidenceId: newId<EvidenceId>(tx.systemNow),
      disputeId,
      userId,
      round: report.round,
      digest,
      mediaType,
      sizeBytes,
      pages,
      addedAt: tx.now,
      fileName,
    };
    const batch = new WriteBatch();
    this.disputes.claimTurn(batch, found);
    try {
      await this.evidence.add(tx, { ...added, content });
    } catch (error) {
      if (!(error instanceof PersonalDataErased)) throw error;
      throw invalidStatus('The person behind the payment was erased: no evidence is kept.');
    }
    tx.write(batch);
    return added;
  }
}

/** @param sent all files, the new one last */
function assertWithin(
  limits: EvidenceLimits,
  sent: readonly Pick<EvidenceFile, 'sizeBytes' | 'pages'>[],
): void {
  const { files, fileBytes, allBytes, pages } = limits;
  const refused = (explanation: string) => new DomainError('INVALID_REQUEST', explanation);
  if (sent.length > files) throw refused(`${FILE_PART} is one too many: a dispute takes ${files}.`);
  if ((sent.at(-1)?.sizeBytes ?? 0) > fileBytes)
    throw new DomainError(
      'PAYLOAD_TOO_LARGE',
      `${FILE_PART} must have at most ${fileBytes} bytes.`,
    );
  if (sent.reduce((sum, file) => sum + file.sizeBytes, 0) > allBytes)
    throw refused(`${FILE_PART} is too large: the processor takes ${allBytes} bytes in all.`);
  if (sent.reduce((sum, file) => sum + file.pages, 0) > pages)
    throw refused(`${FILE_PART} is too long: the processor takes ${pages} pages in all.`);
}

function keyOf({ customerAppId, disputeId, number }: Answer) {
  return { customerAppId, disputeId, number };
}

function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Names an answer with its files: another one in each round, the same for a repeat. */
function answerDigest({ snapshot }: Dispute, files: readonly EvidenceFile[]): string {
  const digests = files.map(({ digest }) => digest).toSorted();
  return digestOf([snapshot.disputeId, snapshot.report.round, ...digests].join(' '));
}
