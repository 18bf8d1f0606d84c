import { Injectable } from '@nestjs/common';
import { PERSONAL_MEMBERS } from '@towpath/contracts';
import type { PaymentUserId } from '@towpath/kernel';
import { Idempotency, type AppTx, type WriteBatch } from '@towpath/persistence';
import { userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';
import type { Erasure } from './ports.js';

interface ForgetOrder {
  readonly userId: PaymentUserId;
  readonly actor: string;
  readonly reason: string;
}

/**
 * Erases the person of a payment user permanently, in the caller's transaction. It destroys the
 * user's key, revokes the consent, removes the user from stored answers, and writes a record of the
 * erasure. A repeat keeps the first record.
 */
@Injectable()
export class ForgetPaymentUser {
  constructor(
    private readonly users: PaymentUserRepository,
    private readonly answers: Idempotency,
  ) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { userId, actor, reason }: ForgetOrder,
  ): Promise<Erasure> {
    const user = await this.users.lock(tx, userId);
    if (!user) throw userNotFound();
    // A repeat takes out what a request that went on meanwhile has stored.
    await this.answers.forget(tx, { userId, ...PERSONAL_MEMBERS });
    const first = await this.users.erasureOf(tx, userId);
    if (first) return first;
    const erasure = { actor, reason, erasedAt: tx.now };
    user.erase(erasure.erasedAt);
    await this.users.erase(tx, batch, { user, erasure });
    return erasure;
  }
}
