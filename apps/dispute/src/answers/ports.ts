import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { EvidenceFile } from '../evidence/evidence-file.js';
import type { Dispute } from '../disputes/domain/dispute.js';
import type { AnswerOutcome, OpenAnswer } from '../disputes/domain/answer.js';

/** A dispute with what was answered to it. */
export interface AnsweredDispute {
  readonly dispute: Dispute;
  readonly open: OpenAnswer | null;
  /** All answers so far. */
  readonly count: number;
  /** Evidence of the present round, oldest first. */
  readonly files: readonly EvidenceFile[];
  /** Of answers and evidence: see `claimTurn`. */
  readonly version: number;
}

export abstract class AnswerRepository {
  /** Runs `work` with a dispute; null when there is none. One round trip before `work`. */
  abstract reading<T>(
    named: { readonly customerAppId: CustomerAppId; readonly disputeId: DisputeId },
    work: (tx: AppTx, found: AnsweredDispute | null) => Promise<T>,
  ): Promise<T>;
  /**
   * The write fails with `ConcurrentChange` when the dispute, its answers or its evidence changed
   * since they were read.
   */
  abstract claimTurn(batch: WriteBatch, found: AnsweredDispute): void;
  /** The write fails on `dispute_answers_open` when another answer is open. */
  abstract add(batch: WriteBatch, answer: OpenAnswer, at: Date): void;
  /** The write fails with `ConcurrentChange` when somebody else asks. */
  abstract claim(batch: WriteBatch, answer: OpenAnswer, followUpAt: Date): void;
  abstract settle(
    batch: WriteBatch,
    answer: OpenAnswer,
    settled: { readonly outcome: AnswerOutcome; readonly at: Date },
  ): void;
}
