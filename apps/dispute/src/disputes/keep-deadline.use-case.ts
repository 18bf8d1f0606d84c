import { Injectable } from '@nestjs/common';
import { plusMs, type CustomerAppId, type DisputeId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { dueStep } from './deadlines.js';
import type { Dispute } from './dispute.js';
import { DisputeRepository } from './persistence/dispute.repository.js';

/** Time in ms after which a deadline with an open answer is checked again. */
const WAIT_MS = 3_600_000;

/** The deadline of a dispute comes near, or passes. */
@Injectable()
export class KeepDeadline {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  /** Returns false if nothing was due: another process was first. */
  execute(customerAppId: CustomerAppId, disputeId: DisputeId): Promise<boolean> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const dispute = await this.disputes.lock(tx, disputeId);
      const due = dispute && dueStep(dispute.snapshot, tx.now);
      if (!dispute || !due) return false;
      const batch = new WriteBatch();
      if (due.step === 'REMIND') {
        dispute.remind(due.daysLeft, tx.now);
        this.disputes.save(batch, dispute);
      } else {
        await this.pass(tx, batch, dispute);
      }
      tx.write(batch);
      return true;
    });
  }

  /** While an answer is being sent, it is unknown whether it arrived in time. */
  private async pass(tx: AppTx, batch: WriteBatch, dispute: Dispute): Promise<void> {
    if (await this.disputes.hasOpenAnswer(tx, dispute.snapshot.disputeId)) {
      this.disputes.postponeDeadline(batch, dispute, plusMs(tx.now, WAIT_MS));
      return;
    }
    dispute.lapse(tx.now);
    this.disputes.save(batch, dispute);
  }
}
