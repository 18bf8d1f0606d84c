import { Injectable } from '@nestjs/common';
import type { DisputeResponse } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { disputeNotFound, parseDisputeId } from './dispute.errors.js';
import { disputeBody } from './dispute.view.js';
import { DisputeRepository } from './ports.js';

@Injectable()
export class GetDispute {
  static readonly errors = ['DISPUTE_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  async execute(customerAppId: CustomerAppId, rawDisputeId: string): Promise<DisputeResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    const found = await this.transactions.forApp(customerAppId, (tx) =>
      this.disputes.find(tx, disputeId),
    );
    if (!found) throw disputeNotFound();
    return disputeBody(found);
  }
}
