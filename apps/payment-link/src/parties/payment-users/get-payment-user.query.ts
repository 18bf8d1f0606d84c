import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { PaymentUser } from './domain/payment-user.js';
import { parseUserId, userNotFound } from './payment-user.errors.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

@Injectable()
export class GetPaymentUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: PaymentUserRepository,
  ) {}

  execute(customerAppId: CustomerAppId, rawUserId: string): Promise<PaymentUser> {
    const userId = parseUserId(rawUserId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = await this.users.find(tx, userId);
      if (!user) throw userNotFound();
      return user;
    });
  }
}
