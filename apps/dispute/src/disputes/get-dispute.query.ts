import { Injectable } from '@nestjs/common';
import type { DisputeDetailResponse } from '@towpath/contracts/dispute';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { evidenceBody } from '../evidence/evidence.view.js';
import { EvidenceRepository } from '../evidence/persistence/evidence.repository.js';
import { disputeNotFound, parseDisputeId } from './dispute.errors.js';
import { disputeBody } from './dispute.view.js';
import { DisputeRepository } from './persistence/dispute.repository.js';

@Injectable()
export class GetDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
    private readonly evidence: EvidenceRepository,
  ) {}

  execute(customerAppId: CustomerAppId, rawDisputeId: string): Promise<DisputeDetailResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.disputes.find(tx, disputeId);
      if (!found) throw disputeNotFound();
      const files = await this.evidence.list(tx, found.snapshot);
      return { ...disputeBody(found), evidence: files.map(evidenceBody) };
    });
  }
}
