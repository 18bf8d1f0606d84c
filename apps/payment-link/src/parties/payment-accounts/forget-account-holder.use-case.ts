import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

/**
 * The accounts of an erased user stay. Holder and number are unreadable without the user's key.
 * This use case deletes the metadata, which may identify the user, in the caller's transaction.
 */
@Injectable()
export class ForgetAccountHolder {
  constructor(private readonly accounts: ExternalAccountRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.accounts.forgetHolder(tx, userId);
  }
}
