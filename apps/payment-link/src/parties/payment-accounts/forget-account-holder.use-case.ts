import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

/**
 * The accounts of an erased user stay: holder and number are unreadable without the user's key, and
 * the metadata, which may tell who it is, goes in the caller's transaction.
 */
@Injectable()
export class ForgetAccountHolder {
  constructor(private readonly accounts: ExternalAccountRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.accounts.forgetHolder(tx, userId);
  }
}
