import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { PersonalDataErased, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { ListSenders } from '../payment-users/list-senders.query.js';
import { parseUserId, userNotFound } from '../payment-users/payment-user.errors.js';
import {
  checkedTerms,
  type AccountHolder,
  type ExternalAccount,
  type ExternalAccountTerms,
} from './domain/external-account.js';
import { ExternalAccountRepository } from './ports.js';

export interface NewExternalAccount {
  readonly userId: string;
  readonly holder: AccountHolder;
  readonly terms: ExternalAccountTerms;
}

/** Each request makes an account of its own: nothing of it says that it is a repeat. */
@Injectable()
export class CreateExternalAccount {
  static readonly errors = ['PAYMENT_USER_NOT_FOUND', 'INVALID_REQUEST'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: ExternalAccountRepository,
    private readonly senders: ListSenders,
  ) {}

  execute(customerAppId: CustomerAppId, asked: NewExternalAccount): Promise<ExternalAccount> {
    const terms = checkedTerms(asked.terms);
    const userId = parseUserId(asked.userId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const users = await this.senders.execute(tx, [userId]);
      if (!users.has(userId)) throw userNotFound();
      const account: ExternalAccount = {
        ...terms,
        accountId: newId<PaymentAccountId>(tx.now),
        customerAppId: tx.customerApp.id,
        userId,
        holder: asked.holder,
        createdAt: tx.now,
        updatedAt: tx.now,
      };
      await this.store(tx, account);
      return account;
    });
  }

  /** For an erased user nothing personal can be kept any more. */
  private async store(tx: AppTx, account: ExternalAccount): Promise<void> {
    const batch = new WriteBatch();
    try {
      await this.accounts.add(tx, batch, account);
    } catch (error) {
      throw error instanceof PersonalDataErased ? userNotFound() : error;
    }
    await tx.write(batch);
  }
}
