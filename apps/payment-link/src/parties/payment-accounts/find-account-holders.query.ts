import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { AccountHolder } from './domain/external-account.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

/** Holders and numbers of the accounts of a payment user. */
@Injectable()
export class FindAccountHolders {
  constructor(private readonly accounts: ExternalAccountRepository) {}

  /** None of an erased user. */
  async execute(tx: AppTx, userId: PaymentUserId): Promise<AccountHolder[]> {
    const accounts = await this.accounts.ofUser(tx, userId);
    return accounts.map(({ holder }) => holder).filter((holder) => holder !== null);
  }
}
