import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';
import { MandateDrafts } from '../mandate-drafts/ports.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import { LockedAttempts } from './locked-attempt.js';

/**
 * The net under the events: a mandate that went live although its payer had left, and one that was
 * confirmed and whose authorization was never completed, because the process that did it died. The
 * service of the mandate decides; what it decides comes back as its event.
 */
@Injectable()
export class EndStaleMandate {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly drafts: MandateDrafts,
  ) {}

  async execute({ snapshot }: PaymentAttempt): Promise<void> {
    const { customerAppId, attemptId, mandateId, status } = snapshot;
    if (mandateId === null) return;
    const isAwaited = status === 'CONFIRMED';
    if (isAwaited && !(await this.drafts.isDraft(customerAppId, mandateId))) return;
    await this.drafts.giveUp(customerAppId, mandateId);
    if (isAwaited) return;
    await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (!locked) return;
      locked.attempt.rest();
      await this.attempts.save(tx, locked);
    });
  }
}
