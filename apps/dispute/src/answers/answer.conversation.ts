import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { DisputeId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { isTaken, type AnswerKind, type OpenAnswer } from '../disputes/answer.js';
import type { DisputeNews } from '../disputes/dispute-news.js';
import type { Dispute } from '../disputes/dispute.js';
import { RecordDisputeNews } from '../disputes/record-dispute-news.js';
import {
  ProcessorRefused,
  ProcessorUnavailable,
  type AppType,
  type DisputeProcessor,
} from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { EvidenceGone, EvidenceToSend } from './evidence-to-send.js';
import { AnswerRepository } from './persistence/answer.repository.js';
import type { AnsweredDispute } from './ports.js';

export interface SentAnswer {
  readonly appType: AppType;
  readonly dispute: Dispute;
  readonly answer: OpenAnswer;
}

interface Reply {
  /** Of the answer that was sent. */
  readonly number: number;
  /** Null when the processor does not know the dispute. */
  readonly news: DisputeNews | null;
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
    private readonly answers: AnswerRepository,
    private readonly recordDisputeNews: RecordDisputeNews,
    private readonly evidence: EvidenceToSend,
  ) {
    super(transactions, logger);
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
    const { integrationId, processorReference } = dispute.snapshot;
    const processor = this.processors.get({ appType, integrationId });
    if (!processor) throw new ProcessorUnavailable(`${integrationId} is not connected`);
    const { number } = answer;
    try {
      const news = await this.deliver(processor, processorReference, answer);
      return { number, news, refusal: null };
    } catch (error) {
      if (!(error instanceof ProcessorRefused) && !(error instanceof EvidenceGone)) throw error;
      // It may have been answered, or decided, before.
      return { number, news: await processor.find(processorReference), refusal: error.message };
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof ProcessorUnavailable;
  }

  protected override async take(
    tx: AppTx,
    { dispute, open }: AnsweredDispute,
    { number, news, refusal }: Reply,
  ) {
    if (open?.number !== number) return { dispute, refusal: null, next: null };
    const batch = new WriteBatch();
    const { integrationId } = dispute.snapshot;
    if (news) {
      const known = { integrationId, dispute, payment: null };
      this.recordDisputeNews.take(tx, batch, { news, known });
    }
    const isRefused = refusal !== null && !isTaken(open.kind, dispute.status);
    const outcome = isRefused ? 'REFUSED' : 'DONE';
    this.answers.settle(batch, open, { outcome, at: tx.systemNow });
    tx.write(batch);
    return { dispute, refusal: isRefused ? refusal : null, next: null };
  }

  private deliver(
    processor: DisputeProcessor,
    reference: string,
    answer: OpenAnswer,
  ): Promise<DisputeNews | null> {
    const { evidenceDigest: digest } = answer;
    if (digest === null) return processor.accept(reference);
    return processor.submitEvidence(reference, { digest, documents: this.evidence.of(answer) });
  }
}
