import { Injectable } from '@nestjs/common';
import type { CustomerAppId, DisputeId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { dueStep } from './domain/deadlines.js';
import { DisputeRepository } from './ports.js';

/** The deadline of a dispute comes near, or passes. */
@Injectable()
export class KeepDeadline {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  /** False when nothing was due: somebody else was quicker. */
  execute(customerAppId: CustomerAppId, disputeId: DisputeId): Promise<boolean> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const dispute = await this.disputes.find(tx, disputeId);
      const due = dispute && dueStep(dispute.snapshot, tx.now);
      if (!dispute || !due) return false;
      if (due.step === 'LAPSE') dispute.lapse(tx.now);
      else dispute.remind(due.daysLeft, tx.now);
      const batch = new WriteBatch();
      this.disputes.save(batch, dispute);
      tx.send(batch);
      return true;
    });
  }
}
