import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { MandatesService } from '../../mandates/mandates/mandates.service.js';
import type { SessionCaller } from '../sessions/session-caller.js';

/**
 * The payer leaves. The draft of a payment link is closed, so that the link accepts another method.
 * Another mandate stays unchanged and can be resumed. A mandate that another tab has authorized is
 * no draft any more, and continues.
 */
@Injectable()
export class LeaveMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandatesService,
  ) {}

  async execute({ customerAppId, mandateId }: SessionCaller): Promise<void> {
    await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.getLocked(tx, mandateId);
      if (mandate.snapshot.paymentLinkId === null || !mandate.can('abandon')) return;
      mandate.abandon(tx.now, 'the payer left the page');
      await this.mandates.saveEnded(tx, mandate);
    });
  }
}
