import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ListSenders } from '../payment-users/list-senders.query.js';
import { parseUserId, userNotFound } from '../payment-users/payment-user.errors.js';
import type { ExternalAccount } from './domain/external-account.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

@Injectable()
export class ListUserAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: ExternalAccountRepository,
    private readonly listSenders: ListSenders,
  ) {}

  /** All of the user, newest first. */
  execute(customerAppId: CustomerAppId, rawUserId: string): Promise<ExternalAccount[]> {
    const userId = parseUserId(rawUserId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const users = await this.listSenders.execute(tx, [userId]);
      if (!users.has(userId)) throw userNotFound();
      return this.accounts.ofUser(tx, userId);
    });
  }
}
