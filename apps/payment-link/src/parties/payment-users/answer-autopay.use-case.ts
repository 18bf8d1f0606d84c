import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

/**
 * Records the payer's answer on the hosted page: whether later charges without the payer are
 * permitted.
 */
@Injectable()
export class AnswerAutopay {
  constructor(private readonly users: PaymentUserRepository) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    answer: { readonly userId: PaymentUserId; readonly autopayConsent: boolean },
  ): Promise<void> {
    const user = await this.users.lock(tx, answer.userId);
    if (!user) throw userNotFound();
    // Their consent stays revoked; the link that asks is paid all the same.
    if (user.isErased) return;
    user.update({ autopayConsent: answer.autopayConsent }, tx.now);
    await this.users.save(tx, batch, user);
  }
}
