import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import type { PaymentUser, PaymentUserPatch } from './domain/payment-user.js';
import { parseUserId, userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

@Injectable()
export class UpdatePaymentUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: PaymentUserRepository,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    rawUserId: string,
    patch: PaymentUserPatch,
  ): Promise<PaymentUser> {
    const userId = parseUserId(rawUserId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw userNotFound();
      user.update(patch, tx.now);
      const batch = new WriteBatch();
      await this.users.save(tx, batch, user);
      tx.write(batch);
      return user;
    });
  }
}
