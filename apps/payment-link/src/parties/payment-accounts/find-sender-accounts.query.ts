import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { ExternalAccount } from './domain/external-account.js';
import { SenderAccountRepository } from './persistence/sender-account.repository.js';

/** The accounts that pay, for the slices that show and use mandates. */
@Injectable()
export class FindSenderAccounts {
  constructor(private readonly accounts: SenderAccountRepository) {}

  /** Those that exist, with one query. */
  execute(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
  ): Promise<ReadonlyMap<PaymentAccountId, ExternalAccount>> {
    return this.accounts.byId(tx, [...new Set(accountIds)]);
  }

  /** Like `execute`, in one round trip, for known users; accounts of other users are omitted. */
  ofUsers(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
    userIds: readonly PaymentUserId[],
  ): Promise<ReadonlyMap<PaymentAccountId, ExternalAccount>> {
    return this.accounts.byIdOf(tx, [...new Set(accountIds)], [...new Set(userIds)]);
  }
}
