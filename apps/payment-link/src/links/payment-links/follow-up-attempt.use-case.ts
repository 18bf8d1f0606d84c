import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { orderOf, type NextCall } from './gateway-call.js';
import { FollowUpMandate } from './follow-up-mandate.use-case.js';
import { LockedAttempts, type LockedAttempt } from './locked-attempt.js';
import { PursueAttempt } from './pursue-attempt.use-case.js';

/**
 * Asks a gateway about an attempt: on schedule, or after a call-back. It asks mandate about a
 * mandate that a link waits for, and ends one that no link waits for.
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
   * In the caller's transaction: the question is due at once, and the job asks it. False without
   * one.
   */
  async makeDue(tx: AppTx, attemptId: PaymentAttemptId): Promise<boolean> {
    const locked = await this.lockAskable(tx, attemptId);
    if (!locked) return false;
    locked.attempt.askAgainAt(tx.now);
    await this.attempts.save(tx, locked);
    return true;
  }

  /**
   * In the transaction that accepts a call-back; the caller asks after the commit. If this process
   * dies first, the question is due again in 10 s.
   */
  async wake(tx: AppTx, attemptId: PaymentAttemptId): Promise<NextCall | null> {
    const locked = await this.lockAskable(tx, attemptId);
    if (!locked) return null;
    locked.attempt.askNow(tx.now);
    return this.question(tx, locked);
  }

  /** A bank transfer arrives without a question. */
  private async lockAskable(tx: AppTx, attemptId: PaymentAttemptId): Promise<LockedAttempt | null> {
    const locked = await this.attempts.lock(tx, attemptId);
    return locked?.attempt.snapshot.paymentMethodType === 'MANUAL' ? null : locked;
  }

  private async question(tx: AppTx, locked: LockedAttempt): Promise<NextCall> {
    await this.attempts.save(tx, locked);
    return { order: orderOf(locked, tx.customerApp.name), call: { ask: 'FIND' } };
  }
}
