import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentUser } from './domain/payment-user.js';
import { userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

/**
 * For whoever is about to keep something more of a payment user: an erasure waits until this
 * transaction has ended, and finds it. The user tells whether one came before.
 */
@Injectable()
export class LockPaymentUser {
  constructor(private readonly users: PaymentUserRepository) {}

  async execute(tx: AppTx, userId: PaymentUserId): Promise<PaymentUser> {
    const user = await this.users.lock(tx, userId);
    if (!user) throw userNotFound();
    return user;
  }
}
