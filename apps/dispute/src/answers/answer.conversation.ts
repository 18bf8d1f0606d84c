import { Inject, Injectable } from '@nestjs/common';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { LOGGER } from '@towpath/http';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { ReportedDispute } from '../disputes/dispute.table.js';
import type { Dispute } from '../disputes/dispute.js';
import { disputeBody, parseDisputeId } from '../disputes/disputes.reads.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { ProcessorRefused, ProcessorUnavailable } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { invalidStatus, isTaken } from './answer.js';
import type { AnswerKind } from './answer.table.js';
import {
  AnswersService,
  EvidenceGone,
  type AnsweredDispute,
  type SentAnswer,
} from './answers.service.js';

interface Reply {
  /** Of the answer that was sent. */
  readonly number: number;
  /** Null when the processor does not know the dispute. */
  readonly reported: ReportedDispute | null;
  /** The processor's objection to the answer. */
  readonly refusal: string | null;
}

interface AnswerConversationTypes {
  readonly id: DisputeId;
  readonly locked: AnsweredDispute;
  readonly order: SentAnswer;
  readonly call: AnswerKind;
  readonly answer: Reply;
  /** The dispute afterwards, and why the processor did not take the answer, if it did not. */
  readonly taken: {
    readonly dispute: Dispute;
    readonly refusal: string | null;
    readonly next: null;
  };
}

/**
 * Sends an answer to the processor and records its reply. Without a reply the answer stays open, and
 * the schedule sends it again: the processor recognizes the repeat.
 */
@Injectable()
export class AnswerConversation extends defineConversation<AnswerConversationTypes>({
  name: 'follow-up-dispute-answers',
  table: 'dispute_answers',
  id: 'dispute_id',
  dueAt: 'follow_up_at',
  maxCalls: 1,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly processors: ProcessorRegistry,
    private readonly answers: AnswersService,
    private readonly disputes: DisputesService,
  ) {
    super(transactions, logger);
  }

  /**
   * The merchant accepts a dispute, or sends its evidence. Returns the dispute afterwards: unchanged
   * if the processor does not answer.
   */
  async answer(
    app: CustomerAppId,
    rawDisputeId: string,
    kind: AnswerKind,
  ): Promise<DisputeResponse> {
    const id = parseDisputeId(rawDisputeId);
    const order = await this.answers.begin(app, id, kind);
    const taken = await this.hold({ customerAppId: app, id, order, call: kind });
    if (taken && taken.refusal !== null) throw invalidStatus(taken.refusal);
    return disputeBody((taken ?? order).dispute.snapshot);
  }

  /** Locks nothing: a write fails if the answer changed since it was read. */
  protected override lock(tx: AppTx, disputeId: DisputeId): Promise<AnsweredDispute | null> {
    return this.answers.find(tx, disputeId);
  }

  protected override scheduleOf({ schedule }: AnsweredDispute) {
    return schedule;
  }

  protected override save(tx: AppTx, found: AnsweredDispute): void {
    const batch = new WriteBatch();
    this.answers.reschedule(batch, found);
    tx.write(batch);
  }

  protected override question(tx: AppTx, { dispute, open }: AnsweredDispute) {
    if (!open) throw new Error(`dispute ${dispute.snapshot.disputeId} has no open answer`);
    const order = { appType: tx.customerApp.type, dispute, answer: open };
    return { order, call: open.kind };
  }

  protected override async ask({ appType, dispute, answer }: SentAnswer): Promise<Reply> {
    const { integrationId, connector } = dispute.snapshot;
    const processor = this.processors.find({ appType, integrationId, connector });
    if (!processor) throw new ProcessorUnavailable(`${integrationId} is not connected`);
    const { number, evidenceDigest: digest } = answer;
    try {
      const reported =
        digest === null
          ? await processor.accept(dispute.snapshot)
          : await processor.submitEvidence(dispute.snapshot, {
              digest,
              documents: this.answers.filesOf(answer),
            });
      return { number, reported, refusal: null };
    } catch (error) {
      if (!(error instanceof ProcessorRefused) && !(error instanceof EvidenceGone)) throw error;
      // It may have been answered, or decided, before.
      const reported = await processor.find(dispute.snapshot);
      return { number, reported, refusal: error.message };
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof ProcessorUnavailable;
  }

  protected override async take(
    tx: AppTx,
    { dispute, open }: AnsweredDispute,
    { number, reported, refusal }: Reply,
  ) {
    if (open?.number !== number) return { dispute, refusal: null, next: null };
    const batch = new WriteBatch();
    if (reported) {
      const known = { place: dispute.snapshot, dispute, payment: null };
      this.disputes.record(tx, batch, { reported, known });
    }
    const isRefused = refusal !== null && !isTaken(open.kind, dispute.status);
    const outcome = isRefused ? 'REFUSED' : 'DONE';
    this.answers.settle(batch, open, { outcome, settledAt: tx.systemNow });
    tx.write(batch);
    return { dispute, refusal: isRefused ? refusal : null, next: null };
  }
}
