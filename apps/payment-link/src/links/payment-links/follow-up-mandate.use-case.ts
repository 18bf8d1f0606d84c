import { Injectable } from '@nestjs/common';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import { LockedAttempts } from './locked-attempt.js';
import { MandateListeners } from './mandate-listeners.js';
import {
  MandateDirectoryService,
  isDraft,
} from '../../debit/mandate-directory/mandate-directory.service.js';

/**
 * Handles missing events. It ends a mandate that became active after its payer had left. It asks
 * mandate to decide about a confirmed mandate whose authorization was interrupted; the event of
 * mandate then reports the result. If the event about an authorized mandate is missing, the answer
 * of mandate has the same effect.
 */
@Injectable()
export class FollowUpMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly directory: MandateDirectoryService,
    private readonly mandateListeners: MandateListeners,
  ) {}

  async execute({ snapshot }: PaymentAttempt): Promise<void> {
    const { customerAppId, attemptId, mandateId, status } = snapshot;
    if (mandateId === null) return;
    if (status === 'CONFIRMED') return this.ask(customerAppId, mandateId);
    await this.directory.abandon(customerAppId, mandateId);
    await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (!locked) return;
      locked.attempt.rest();
      this.attempts.save(tx, locked);
    });
  }

  /** The link waits for it. */
  private async ask(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    const [mandate] = await this.directory.read(customerAppId, { mandateId });
    if (!mandate) return;
    if (isDraft(mandate)) return this.directory.abandon(customerAppId, mandateId);
    await this.transactions.forApp(customerAppId, (tx) =>
      this.mandateListeners.execute(tx, mandate),
    );
  }
}
