import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import {
  type AppTx,
  type JsonRow,
  type Row,
  Transactions,
  type WriteBatch,
} from '@towpath/persistence';
import {
  disputeFromRow,
  disputeKey,
  type DisputeRow,
} from '../../disputes/persistence/dispute.mapper.js';
import type { EvidenceFile, EvidenceId } from '../../evidence/evidence-file.js';
import type { DisputeEvidenceEntity } from '../../evidence/persistence/evidence.entity.js';
import type { AnswerOutcome, OpenAnswer } from '../../disputes/answer.js';
import type { AnsweredDispute } from '../ports.js';
import type { DisputeAnswerEntity } from './answer.entity.js';

interface Found {
  readonly dispute: DisputeRow;
  readonly open: JsonRow<DisputeAnswerEntity> | null;
  readonly count: number;
  readonly files: readonly FileRow[] | null;
}

type FileRow = Pick<
  JsonRow<DisputeEvidenceEntity>,
  'evidence_id' | 'round' | 'digest' | 'media_type' | 'size_bytes' | 'added_at'
>;

const ANSWERS = `dispute_answers a
  WHERE a.customer_app_id = d.customer_app_id AND a.dispute_id = d.dispute_id`;
const READ = `SELECT to_jsonb(d) AS dispute,
    (SELECT to_jsonb(a) FROM ${ANSWERS} AND a.settled_at IS NULL) AS open,
    (SELECT count(*) FROM ${ANSWERS}) AS count,
    (SELECT jsonb_agg(f ORDER BY f.stored_at, f.evidence_id) FROM (
       SELECT evidence_id, round, digest, media_type, size_bytes, added_at, stored_at
       FROM dispute_evidence e
       WHERE e.customer_app_id = d.customer_app_id AND e.dispute_id = d.dispute_id
         AND e.round = (d.report ->> 'round')::integer) f) AS files
  FROM disputes d WHERE customer_app_id = $1 AND dispute_id = $2`;

@Injectable()
export class AnswerRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Runs `work` with a dispute; null when there is none. One round trip before `work`. */
  reading<T>(
    named: { readonly customerAppId: CustomerAppId; readonly disputeId: DisputeId },
    work: (tx: AppTx, found: AnsweredDispute | null) => Promise<T>,
  ): Promise<T> {
    const { customerAppId, disputeId } = named;
    const read = { sql: READ, params: [customerAppId, disputeId] };
    return this.transactions.forAppReading<Found, T>(customerAppId, read, (tx, [row]) =>
      work(tx, row ? answeredFrom(row) : null),
    );
  }

  /**
   * The write fails with `ConcurrentChange` when the dispute, its answers or its evidence changed
   * since they were read.
   */
  claimTurn(batch: WriteBatch, { dispute, version }: AnsweredDispute): void {
    const key = { ...disputeKey(dispute), ...dispute.stored, answers_version: version };
    batch.update('disputes', key, { answers_version: version + 1 });
  }

  /** The write fails on `dispute_answers_open` when another answer is open. */
  add(batch: WriteBatch, answer: OpenAnswer, at: Date): void {
    batch.insert('dispute_answers', {
      ...keyOf(answer),
      kind: answer.kind,
      evidence_digest: answer.evidenceDigest,
      evidence_ids: answer.evidenceIds,
      asks: answer.asks,
      follow_up_at: answer.followUpAt,
      answered_at: at,
    });
  }

  /** The write fails with `ConcurrentChange` if another process asks. */
  claim(batch: WriteBatch, answer: OpenAnswer, followUpAt: Date): void {
    const { asks } = answer;
    const changes = { asks: asks + 1, follow_up_at: followUpAt };
    batch.update('dispute_answers', { ...keyOf(answer), asks }, changes);
  }

  settle(
    batch: WriteBatch,
    answer: OpenAnswer,
    { outcome, at }: { readonly outcome: AnswerOutcome; readonly at: Date },
  ): void {
    const changes = { outcome, settled_at: at, follow_up_at: null };
    batch.update('dispute_answers', keyOf(answer), changes);
  }
}

function keyOf({ customerAppId, disputeId, number }: OpenAnswer): Row {
  return { customer_app_id: customerAppId, dispute_id: disputeId, number };
}

function answeredFrom({ dispute, open, count, files }: Found): AnsweredDispute {
  return {
    dispute: disputeFromRow(dispute),
    open: open && openFrom(open),
    count,
    files: (files ?? []).map(fileFrom),
    version: dispute.answers_version,
  };
}

function fileFrom(row: FileRow): EvidenceFile {
  return {
    evidenceId: row.evidence_id as EvidenceId,
    round: row.round,
    digest: row.digest,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    addedAt: new Date(row.added_at),
  };
}

function openFrom(row: JsonRow<DisputeAnswerEntity>): OpenAnswer {
  return {
    customerAppId: row.customer_app_id as CustomerAppId,
    disputeId: row.dispute_id as DisputeId,
    number: row.number,
    kind: row.kind,
    evidenceDigest: row.evidence_digest,
    evidenceIds: row.evidence_ids as EvidenceId[],
    asks: row.asks,
    followUpAt: new Date(row.follow_up_at ?? row.answered_at),
  };
}
