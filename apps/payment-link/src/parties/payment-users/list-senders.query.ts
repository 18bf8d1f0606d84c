import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentUser } from './domain/payment-user.js';
import { PaymentUserRepository } from './persistence/payment-user.repository.js';

/** The people behind a page of payments or methods, with one query for all of them. */
@Injectable()
export class ListSenders {
  constructor(private readonly users: PaymentUserRepository) {}

  async execute(
    tx: AppTx,
    userIds: readonly PaymentUserId[],
  ): Promise<ReadonlyMap<PaymentUserId, PaymentUser>> {
    const users = await this.users.findAll(tx, [...new Set(userIds)]);
    return new Map(users.map((user) => [user.snapshot.userId, user]));
  }
}
