import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentUser } from './domain/payment-user.js';
import { userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

/**
 * Locks a payment user for a caller that stores more data of the user. A concurrent erasure waits
 * until the end of this transaction and then includes that data. The returned user shows an earlier
 * erasure.
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
