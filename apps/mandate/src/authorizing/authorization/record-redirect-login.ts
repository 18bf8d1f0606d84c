import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import type { MandateSession } from '../sessions/ports.js';
import { LockedChecklists } from './locked-checklist.js';
import { refusalOf } from './login-outcomes.js';
import type { LoginOutcome } from './ports.js';

/**
 * Records the outcome of a login on the institution's own page. A repeated or late return never
 * changes a decision.
 */
@Injectable()
export class RecordRedirectLogin {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
  ) {}

  async execute(
    { customerAppId, mandateId, usedBy }: MandateSession,
    { institutionId, outcome }: { readonly institutionId: string; readonly outcome: LoginOutcome },
  ): Promise<void> {
    await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, mandateId);
      const { mandate, checklist, secrets } = found;
      const { institution, submitted } = checklist.snapshot;
      const isOpen =
        mandate.status === 'AUTHORIZATION_REQUIRED' || mandate.status === 'AUTHORIZING';
      if (!isOpen || submitted.ACCOUNTHOLDER_AUTHENTICATION) return;
      if (institution?.institutionId !== institutionId) return;
      if (mandate.can('beginAuthorization')) mandate.beginAuthorization(tx.now);
      const refusal = refusalOf(outcome);
      if (refusal?.forGood) mandate.fail(tx.now, refusal.failure);
      else if (refusal || outcome !== 'ACCEPTED') {
        mandate.interruptAuthorization(tx.now, refusal?.failure.code ?? outcome);
      } else checklist.submit('ACCOUNTHOLDER_AUTHENTICATION', { at: tx.now, by: usedBy });
      await this.locked.save(tx, found, secrets);
    });
  }
}
