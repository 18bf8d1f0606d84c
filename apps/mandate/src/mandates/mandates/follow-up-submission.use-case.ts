import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { LockedSubmissions } from './locked-submission.js';
import { SubmissionRepository } from './submission-ports.js';
import { PursueSubmission } from './pursue-submission.use-case.js';

/** Asks a bank about a mandate: on schedule, or after an event. */
@Injectable()
export class FollowUpSubmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: SubmissionRepository,
    private readonly locked: LockedSubmissions,
    private readonly pursueSubmission: PursueSubmission,
  ) {}

  /** The scheduled question; false when it is no longer due. */
  async execute(customerAppId: CustomerAppId, mandateId: MandateId): Promise<boolean> {
    const isDue = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.locked.lock(tx, mandateId);
      if (!locked?.submission.claimFollowUp(tx.now)) return false;
      this.locked.save(tx, locked);
      return true;
    });
    if (isDue) await this.pursueSubmission.execute(customerAppId, mandateId);
    return isDue;
  }

  /**
   * After a call-back of the bank, or a charge that it refused because of the mandate. In the
   * caller's transaction: if this process dies before the question, it is due again in 10 s.
   * Returns the action after the commit; null if the bank never received such a mandate.
   */
  async wake(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    const mandateId = await this.submissions.mandateOf(tx, reference);
    const locked = mandateId && (await this.locked.lock(tx, mandateId));
    if (!locked || locked.submission.snapshot.sentAt === null) return null;
    locked.submission.askNow(tx.now);
    this.locked.save(tx, locked);
    return () => this.pursueSubmission.execute(tx.customerApp.id, mandateId);
  }
}
