import { Injectable } from '@nestjs/common';
import { type DisputeId, Schedule } from '@towpath/kernel';
import { byKey, type AppTx, type RowOf, type WriteBatch } from '@towpath/persistence';
import type { AnswerOutcome, OpenAnswer } from '../../disputes/answer.js';
import { Dispute } from '../../disputes/dispute.js';
import { disputes } from '../../disputes/dispute.table.js';
import { fileOf } from '../../evidence/evidence-file.js';
import { evidence } from '../../evidence/evidence.table.js';
import { answers } from '../answer.table.js';
import type { AnsweredDispute } from '../ports.js';

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
       SELECT evidence_id, round, digest, media_type, size_bytes, added_at, stored_at
       FROM dispute_evidence e
       WHERE e.customer_app_id = d.customer_app_id AND e.dispute_id = d.dispute_id
         AND e.round = (d.report ->> 'round')::integer) f) AS files
  FROM disputes d WHERE customer_app_id = $1 AND dispute_id = $2`);

@Injectable()
export class AnswerRepository {
  async find(tx: AppTx, disputeId: DisputeId): Promise<AnsweredDispute | null> {
    const [row] = await tx.query<Found>(READ, [tx.customerApp.id, disputeId]);
    return row ? answeredFrom(row) : null;
  }

  /**
   * The write fails with `ConcurrentChange` when the dispute, its answers or its evidence changed
   * since they were read.
   */
  claimTurn(batch: WriteBatch, { dispute, version }: AnsweredDispute): void {
    const { customerAppId, disputeId } = dispute.snapshot;
    const stored = { customerAppId, disputeId, ...dispute.stored, answersVersion: version };
    disputes.change(batch, stored, { answersVersion: version + 1 });
  }

  /** The write fails on `dispute_answers_open` when another answer is open. */
  add(batch: WriteBatch, answer: OpenAnswer, at: Date): void {
    answers.insert(batch, { ...answer, answeredAt: at, outcome: null, settledAt: null });
  }

  /** The write fails with `ConcurrentChange` if another process asks. */
  reschedule(batch: WriteBatch, { open, schedule }: AnsweredDispute): void {
    if (!open || !schedule) return;
    const { followUpAt, followUpsAsked } = schedule.followUps;
    const read = { ...keyOf(open), asks: open.asks };
    answers.change(batch, read, { asks: followUpsAsked, followUpAt });
  }

  settle(
    batch: WriteBatch,
    answer: OpenAnswer,
    { outcome, at }: { readonly outcome: AnswerOutcome; readonly at: Date },
  ): void {
    answers.change(batch, keyOf(answer), { outcome, settledAt: at, followUpAt: null });
  }
}

function keyOf({ customerAppId, disputeId, number }: OpenAnswer) {
  return { customerAppId, disputeId, number };
}

function answeredFrom({ dispute, open, count, files }: Found): AnsweredDispute {
  const row = disputes.from(dispute);
  const answer = open ? openFrom(answers.from(open)) : null;
  return {
    dispute: Dispute.restore(row),
    open: answer,
    schedule:
      answer && new Schedule({ followUpAt: answer.followUpAt, followUpsAsked: answer.asks }),
    count,
    files: (files ?? []).map((file) => fileOf(evidence.from(file))),
    version: row.answersVersion,
  };
}

function openFrom(row: RowOf<typeof answers>): OpenAnswer {
  const { customerAppId, disputeId, number, kind, evidenceDigest, evidenceIds, asks } = row;
  const followUpAt = row.followUpAt ?? row.answeredAt;
  return { customerAppId, disputeId, number, kind, evidenceDigest, evidenceIds, asks, followUpAt };
}
