import { Injectable } from '@nestjs/common';
import type { TestDisputeEvent } from '@towpath/contracts';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { disputeNotFound, parseDisputeId } from '../disputes/dispute.errors.js';
import { DisputeRepository } from '../disputes/persistence/dispute.repository.js';
import { SimulatedProcessor } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { HearOfDispute } from './hear-of-dispute.js';

/** Plays the issuer, who decides, or the card holder, who contests again. */
@Injectable()
export class DecideTestDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly processors: ProcessorRegistry,
    private readonly hearOfDispute: HearOfDispute,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawDisputeId: string,
    event: TestDisputeEvent,
  ): Promise<DisputeResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    const dispute = await this.transactions.forApp(customerAppId, (tx) =>
      this.disputes.find(tx, disputeId),
    );
    if (!dispute) throw disputeNotFound();
    const { integrationId, processorReference } = dispute.snapshot;
    const processor = this.processors.get({ appType: 'TEST', integrationId });
    if (!(processor instanceof SimulatedProcessor)) {
      throw new DomainError('INVALID_DISPUTE_STATUS', 'No simulated processor has the dispute.');
    }
    return this.hearOfDispute.execute(customerAppId, {
      processor,
      ask: () => processor.decide(processorReference, { event }),
      payment: null,
      refusal: 'INVALID_DISPUTE_STATUS',
    });
  }
}
