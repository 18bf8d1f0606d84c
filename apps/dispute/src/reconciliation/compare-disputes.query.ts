import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Dispute } from '../disputes/dispute.js';
import type { DisputeState } from '../disputes/dispute.transitions.js';
import { DisputeRepository } from '../disputes/persistence/dispute.repository.js';
import type { DisputeNews } from '../disputes/dispute-news.js';
import { ProcessorUnavailable, type DisputeProcessor } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { differenceOf, type DisputeDifference } from './dispute-difference.js';

const OPEN: readonly DisputeState[] = ['ACTION_REQUIRED', 'UNDEFENDED', 'PROCESSING'];
const PAGE = 1_000;

/** The open disputes of an app beside those that its processors have; nothing is changed. */
@Injectable()
export class CompareDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly processors: ProcessorRegistry,
  ) {}

  async execute(customerAppId: CustomerAppId): Promise<DisputeDifference[]> {
    const { appType, open } = await this.transactions.forApp(customerAppId, async (tx) => {
      const here = await this.openHere(tx);
      return { appType: tx.customerApp.type, open: here };
    });
    const differences: DisputeDifference[] = [];
    for (const processor of this.processors.of(appType)) {
      const { integrationId } = processor;
      const ours = open.filter(({ snapshot }) => snapshot.integrationId === integrationId);
      differences.push(...(await this.compare(customerAppId, processor, ours)));
    }
    return differences;
  }

  private async compare(
    customerAppId: CustomerAppId,
    processor: DisputeProcessor,
    ours: readonly Dispute[],
  ): Promise<DisputeDifference[]> {
    const { integrationId } = processor;
    const left = new Map(ours.map((each) => [each.snapshot.processorReference, each]));
    const found: (DisputeDifference | null)[] = [];
    try {
      for await (const theirs of processor.listOpen(customerAppId)) {
        const { processorReference } = theirs;
        const known =
          left.get(processorReference) ??
          (await this.decided(customerAppId, { integrationId, processorReference }));
        left.delete(processorReference);
        found.push(differenceOf(integrationId, { ours: known, theirs }));
      }
      for (const [reference, dispute] of left) {
        const theirs: DisputeNews | null = await processor.find(reference);
        found.push(differenceOf(integrationId, { ours: dispute, theirs }));
      }
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', `${integrationId} does not answer.`);
    }
    return found.filter((each) => each !== null);
  }

  /** A dispute that is decided here, or that we do not have. */
  private decided(
    customerAppId: CustomerAppId,
    named: { readonly integrationId: string; readonly processorReference: string },
  ): Promise<Dispute | null> {
    return this.transactions.forApp(customerAppId, (tx) => this.disputes.atProcessor(tx, named));
  }

  private async openHere(tx: AppTx): Promise<Dispute[]> {
    const all: Dispute[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const { disputes } = await this.disputes.list(tx, { status: OPEN }, { offset, limit: PAGE });
      all.push(...disputes);
      if (disputes.length < PAGE) return all;
    }
  }
}
