import { Injectable } from '@nestjs/common';
import type { DisputeHistoryResponse } from '@towpath/contracts/dispute';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { disputeNotFound, parseDisputeId } from './dispute.errors.js';
import { DisputeRepository } from './persistence/dispute.repository.js';

@Injectable()
export class GetDisputeHistory {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawDisputeId: string,
  ): Promise<DisputeHistoryResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    const changes = await this.transactions.forApp(customerAppId, (tx) =>
      this.disputes.history(tx, disputeId),
    );
    // a dispute begins with its arrival: one without a change does not exist
    if (changes.length === 0) throw disputeNotFound();
    const history = changes.map((change) => ({
      previous_status: change.from,
      dispute_status: change.to,
      changed_at: change.occurredAt.toISOString(),
      reason: change.reason ?? undefined,
    }));
    return { dispute_id: disputeId, status_history: history };
  }
}
