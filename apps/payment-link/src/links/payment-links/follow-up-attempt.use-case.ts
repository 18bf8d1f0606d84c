import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { orderOf, type NextCall } from './gateway-call.js';
import { FollowUpMandate } from './follow-up-mandate.use-case.js';
import { LockedAttempts, type LockedAttempt } from './locked-attempt.js';
import { PursueAttempt } from './pursue-attempt.use-case.js';

/**
 * Asks a gateway how an attempt stands: on schedule, or because the gateway called. The service of
 * mandates is asked how a mandate stands that a link waits for; one that nobody waits for ends.
 */
@Injectable()
export class FollowUpAttempt {
  constructor(
    private readonly attempts: LockedAttempts,
    private readonly pursueAttempt: PursueAttempt,
    private readonly followUpMandate: FollowUpMandate,
  ) {}

  /** The scheduled question; false when it is no longer due. */
  async execute(customerAppId: CustomerAppId, attemptId: PaymentAttemptId): Promise<boolean> {
    const next = await this.attempts.begin({ customerAppId, attemptId }, async (tx, locked) => {
      if (!locked?.attempt.claimFollowUp(tx.now)) return null;
      return { ...(await this.question(tx, locked)), attempt: locked.attempt };
    });
    if (!next) return false;
    if (next.attempt.snapshot.paymentMethodType !== 'MANDATE')
      await this.pursueAttempt.execute(next);
    else await this.followUpMandate.execute(next.attempt);
    return true;
  }

  /**
   * In the transaction that accepts a call-back: the question is due even if this process dies. A
   * bank transfer arrives by itself, and nobody is asked about it.
   */
  async wake(tx: AppTx, attemptId: PaymentAttemptId): Promise<NextCall | null> {
    const locked = await this.attempts.lock(tx, attemptId);
    if (!locked || locked.attempt.snapshot.paymentMethodType === 'MANUAL') return null;
    locked.attempt.askAgainAt(tx.now);
    return this.question(tx, locked);
  }

  private async question(tx: AppTx, locked: LockedAttempt): Promise<NextCall> {
    await this.attempts.save(tx, locked);
    return { order: orderOf(locked, tx.customerApp.name), call: { ask: 'FIND' } };
  }
}
