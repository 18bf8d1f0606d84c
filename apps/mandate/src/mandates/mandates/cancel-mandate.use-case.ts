import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PursueSubmission } from './pursue-submission.use-case.js';
import type { MandateSnapshot } from './mandate.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { StopMandate } from './stop-mandate.js';

/** The customer app cancels the payment method of a mandate. A repeat finds it cancelled. */
@Injectable()
export class CancelMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly stop: StopMandate,
    private readonly pursueSubmission: PursueSubmission,
  ) {}

  async execute(customerAppId: CustomerAppId, rawMandateId: string): Promise<MandateSnapshot> {
    const mandateId = parseMandateId(rawMandateId);
    const cancelled = await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.stop.lock(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      if (mandate.status !== 'CANCELLED') {
        mandate.cancel(tx.now);
        await this.stop.save(tx, mandate);
      }
      return mandate.snapshot;
    });
    await this.pursueSubmission.execute(customerAppId, mandateId);
    return cancelled;
  }
}
