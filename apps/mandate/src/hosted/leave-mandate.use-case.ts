import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { AbandonMandate } from '../mandates/abandon-mandate.use-case.js';
import { mandateNotFound } from '../mandates/mandate.errors.js';
import { MandateRepository } from '../mandates/ports.js';
import type { SessionCaller } from '../sessions/session-caller.js';

/**
 * The payer drops off. The draft of a payment link is closed, so that the link takes another
 * method; a mandate of its own stays as it is and may be resumed.
 */
@Injectable()
export class LeaveMandate {
  static readonly errors = ['MANDATE_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly abandon: AbandonMandate,
  ) {}

  async execute({ customerAppId, mandateId }: SessionCaller): Promise<void> {
    const draft = await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.find(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      return mandate.snapshot.paymentLinkId !== null && mandate.can('abandon');
    });
    if (!draft) return;
    await this.abandon.execute(customerAppId, mandateId, { reason: 'the payer left the page' });
  }
}
