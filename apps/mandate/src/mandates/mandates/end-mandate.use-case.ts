import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PursueSubmission } from './pursue-submission.use-case.js';
import { StopMandate } from './stop-mandate.js';

/**
 * Ends a mandate after its last day: it can no longer be charged or authorized. A bank that has the
 * mandate is notified.
 */
@Injectable()
export class EndMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly stop: StopMandate,
    private readonly pursueSubmission: PursueSubmission,
  ) {}

  /** False when it is not over, or has ended otherwise. */
  async execute(customerAppId: CustomerAppId, mandateId: MandateId): Promise<boolean> {
    const ended = await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.stop.lock(tx, mandateId);
      if (!mandate?.can('end') || !mandate.isOver(tx.now)) return false;
      mandate.end(tx.now);
      await this.stop.save(tx, mandate);
      return true;
    });
    if (ended) await this.pursueSubmission.execute(customerAppId, mandateId);
    return ended;
  }
}
