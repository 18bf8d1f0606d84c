import { Injectable } from '@nestjs/common';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import type { DisputedPayment } from '@towpath/contracts/internal';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import { disputeBody } from '../disputes/dispute.view.js';
import { DisputeRepository } from '../disputes/persistence/dispute.repository.js';
import { RecordDisputeNews } from '../disputes/record-dispute-news.js';
import type { DisputeNews } from '../disputes/dispute-news.js';
import {
  ProcessorRefused,
  ProcessorUnavailable,
  type SimulatedProcessor,
} from '../processors/ports.js';

interface HeardNews {
  readonly processor: SimulatedProcessor;
  /** Asks the processor, whose answer has the content of its later notification. */
  readonly ask: () => Promise<DisputeNews>;
  readonly payment: DisputedPayment | null;
  /** The error code for a refusal of the processor. */
  readonly refusal: 'INVALID_DISPUTE_STATUS' | 'INVALID_REQUEST';
}

/** Records the answer of a simulated processor like its notification. */
@Injectable()
export class HearOfDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly record: RecordDisputeNews,
  ) {}

  async execute(customerAppId: CustomerAppId, heard: HeardNews): Promise<DisputeResponse> {
    const { integrationId } = heard.processor;
    const news = await told(heard);
    // The notification may have opened the dispute while the answer was on its way.
    const retryOn = ['disputes_processor_reference'];
    const record = async (tx: AppTx): Promise<DisputeResponse> => {
      const { processorReference } = news;
      const known = await this.disputes.atProcessor(tx, { integrationId, processorReference });
      const batch = new WriteBatch();
      const taken = this.record.take(tx, batch, {
        news,
        known: { integrationId, dispute: known, payment: heard.payment },
      });
      if (typeof taken === 'string') throw new DomainError('INVALID_PAYMENT_STATUS', taken);
      tx.write(batch);
      return disputeBody(taken.dispute);
    };
    return this.transactions.forApp(customerAppId, record, { retryOn });
  }
}

async function told({ ask, refusal }: HeardNews): Promise<DisputeNews> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProcessorRefused) throw new DomainError(refusal, error.message);
    if (!(error instanceof ProcessorUnavailable)) throw error;
    throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated processor does not answer.');
  }
}
