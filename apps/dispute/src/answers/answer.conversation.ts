import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { askOtherSide } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { WriteBatch } from '@towpath/persistence';
import type { Dispute } from '../disputes/dispute.js';
import { RecordDisputeNews } from '../disputes/record-dispute-news.js';
import type { DisputeNews } from '../disputes/dispute-news.js';
import {
  ProcessorRefused,
  ProcessorUnavailable,
  type AppType,
  type DisputeProcessor,
} from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { isTaken, type OpenAnswer } from '../disputes/answer.js';
import { EvidenceGone, EvidenceToSend } from './evidence-to-send.js';
import { AnswerRepository } from './persistence/answer.repository.js';

export interface Pursuit {
  readonly appType: AppType;
  readonly dispute: Dispute;
  readonly answer: OpenAnswer;
}

interface Told {
  /** Null when the processor does not know the dispute. */
  readonly news: DisputeNews | null;
  /** The processor's objection to the answer. */
  readonly refusal: string | null;
}

/**
 * Sends an answer to the processor and records its reply, outside of any transaction. A missing
 * reply never counts as an outcome: the answer stays open, and a schedule sends it again. The
 * processor recognizes the repeat.
 */
@Injectable()
export class PursueAnswer {
  constructor(
    private readonly processors: ProcessorRegistry,
    private readonly answers: AnswerRepository,
    private readonly record: RecordDisputeNews,
    private readonly evidence: EvidenceToSend,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The dispute afterwards, and why the processor did not take the answer, if it did not. */
  async send(
    pursuit: Pursuit,
  ): Promise<{ readonly dispute: Dispute; readonly refusal: string | null }> {
    const told = await this.ask(pursuit);
    return told ? this.take(pursuit, told) : { dispute: pursuit.dispute, refusal: null };
  }

  /** Undefined when the outcome is unknown. */
  private ask({ appType, dispute, answer }: Pursuit): Promise<Told | undefined> {
    const { integrationId, processorReference, disputeId } = dispute.snapshot;
    const processor = this.processors.get({ appType, integrationId });
    return askOtherSide(answer.kind, {
      about: { disputeId },
      log: this.logger,
      nameOf: (kind) => kind,
      ask: () => {
        if (!processor) throw new ProcessorUnavailable(`${integrationId} is not connected`);
        return this.deliver(processor, processorReference, answer);
      },
      isSilence: (error) => error instanceof ProcessorUnavailable,
    });
  }

  private async deliver(
    processor: DisputeProcessor,
    reference: string,
    answer: OpenAnswer,
  ): Promise<Told> {
    const { evidenceDigest: digest } = answer;
    try {
      const news =
        digest === null
          ? await processor.accept(reference)
          : await processor.submitEvidence(reference, {
              digest,
              documents: this.evidence.of(answer),
            });
      return { news, refusal: null };
    } catch (error) {
      if (!(error instanceof ProcessorRefused) && !(error instanceof EvidenceGone)) throw error;
      // It may have been answered, or decided, before.
      return { news: await processor.find(reference), refusal: error.message };
    }
  }

  private take({ dispute: known, answer }: Pursuit, { news, refusal }: Told) {
    return this.answers.reading(answer, async (tx, found) => {
      if (found?.open?.number !== answer.number) {
        return { dispute: found?.dispute ?? known, refusal: null };
      }
      const { dispute } = found;
      const batch = new WriteBatch();
      const { integrationId } = dispute.snapshot;
      if (news) {
        this.record.take(tx, batch, { news, known: { integrationId, dispute, payment: null } });
      }
      const isRefused = refusal !== null && !isTaken(answer.kind, dispute.status);
      const outcome = isRefused ? 'REFUSED' : 'DONE';
      this.answers.settle(batch, answer, { outcome, at: tx.systemNow });
      tx.send(batch);
      return { dispute, refusal: isRefused ? refusal : null };
    });
  }
}
