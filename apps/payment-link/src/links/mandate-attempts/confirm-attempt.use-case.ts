import { Injectable } from '@nestjs/common';
import { parseId, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { LockedAttempts, type LockedAttempt } from '../payment-links/locked-attempt.js';

interface Confirmation {
  readonly customerAppId: CustomerAppId;
  /** As given: an unknown ID has no current attempt. */
  readonly paymentLinkId: string;
  readonly mandateId: string;
}

/**
 * Decides under the lock of the link whether the mandate that a payer authorized may become active.
 * After another choice, a cancellation or an expiry the attempt is stale; after the confirmation
 * these are refused. A repeated question gets the same answer.
 */
@Injectable()
export class ConfirmAttempt {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
  ) {}

  /** Whether the link waits for this mandate from now on. */
  execute({ customerAppId, paymentLinkId, mandateId: raw }: Confirmation): Promise<boolean> {
    const mandateId = parseId<MandateId>(raw);
    if (!mandateId) return Promise.resolve(false);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lockOfMandate(tx, mandateId);
      return locked?.link.id === paymentLinkId && this.decide(tx, locked);
    });
  }

  private async decide(tx: AppTx, locked: LockedAttempt): Promise<boolean> {
    const { link, attempt } = locked;
    if (attempt.status === 'CONFIRMED') {
      attempt.confirmAgain(tx.now);
      this.attempts.save(tx, locked);
    }
    if (attempt.isDecided || attempt.status === 'SUCCEEDED') return true;
    if (link.accepts(attempt) && link.isDue(tx.now)) return this.expire(tx, locked);
    if (!link.canConfirm(attempt, tx)) return false;
    link.confirm(attempt, tx.now);
    this.attempts.save(tx, locked, { payment: [{ step: 'AUTHORIZE' }] });
    return true;
  }

  /** Commits the expiry, so that a concurrent request cannot decide otherwise afterwards. */
  private async expire(tx: AppTx, locked: LockedAttempt): Promise<false> {
    const reason = 'the payment link expired';
    locked.link.expire(locked.attempt, tx.now);
    this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
    return false;
  }
}
