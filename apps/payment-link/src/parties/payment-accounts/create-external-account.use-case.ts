import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { LockPaymentUser } from '../payment-users/lock-payment-user.use-case.js';
import { parseUserId } from '../payment-users/payment-user.errors.js';
import {
  checkedTerms,
  type AccountHolder,
  type ExternalAccount,
  type ExternalAccountTerms,
} from './domain/external-account.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

export interface NewExternalAccount {
  readonly userId: string;
  readonly holder: AccountHolder;
  readonly terms: ExternalAccountTerms;
}

/** Each request creates a separate account, because nothing identifies a repeat. */
@Injectable()
export class CreateExternalAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: ExternalAccountRepository,
    private readonly lockPaymentUser: LockPaymentUser,
  ) {}

  execute(customerAppId: CustomerAppId, asked: NewExternalAccount): Promise<ExternalAccount> {
    const terms = checkedTerms(asked.terms);
    const userId = parseUserId(asked.userId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = await this.lockPaymentUser.execute(tx, userId);
      user.assertNotErased();
      const account: ExternalAccount = {
        ...terms,
        accountId: newId<PaymentAccountId>(tx.now),
        customerAppId: tx.customerApp.id,
        userId,
        holder: asked.holder,
        createdAt: tx.now,
        updatedAt: tx.now,
      };
      const batch = new WriteBatch();
      await this.accounts.add(tx, batch, account);
      await tx.write(batch);
      return account;
    });
  }
}
