import { Injectable } from '@nestjs/common';
import { PERSONAL_MEMBERS } from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { Idempotency, type AppTx } from '@towpath/persistence';
import { LockedChecklists } from '../../authorizing/authorization/locked-checklist.js';
import { PAYER_GONE } from '../../mandates/mandates/mandate.js';
import { PayerTraces } from './persistence/payer-traces.js';

/**
 * Erases the person of a payment user, in the caller's transaction. Mandates that the payer is
 * authorizing fail, because their input is deleted; other mandates stay unchanged.
 */
@Injectable()
export class ForgetPayer {
  constructor(
    private readonly traces: PayerTraces,
    private readonly locked: LockedChecklists,
    private readonly answers: Idempotency,
  ) {}

  async execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    for (const mandateId of await this.traces.lockAuthorizing(tx, userId)) {
      const found = await this.locked.lock(tx, mandateId);
      found.mandate.fail(tx.now, PAYER_GONE);
      await this.locked.save(tx, found, {});
    }
    await this.traces.erase(tx, userId);
    await this.answers.forget(tx, { userId, ...PERSONAL_MEMBERS });
  }
}
