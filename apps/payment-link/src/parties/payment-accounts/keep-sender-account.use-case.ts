import { Injectable } from '@nestjs/common';
import type { KeepSenderAccountRequest } from '@towpath/contracts/internal';
import type { CustomerAppId, PaymentAccountId } from '@towpath/kernel';
import { type AppTx, Transactions } from '@towpath/persistence';
import { LockPaymentUser } from '../payment-users/lock-payment-user.use-case.js';
import { parseUserId, userNotFound } from '../payment-users/payment-user.errors.js';
import { SenderAccountRepository } from './persistence/sender-account.repository.js';

/** Stores the paying account that a payer identified; a repeat with its ID changes nothing. */
@Injectable()
export class KeepSenderAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: SenderAccountRepository,
    private readonly lockPaymentUser: LockPaymentUser,
  ) {}

  async execute(asked: KeepSenderAccountRequest): Promise<void> {
    const userId = parseUserId(asked.user_id);
    const customerAppId = asked.customer_app_id as CustomerAppId;
    const work = async (tx: AppTx): Promise<void> => {
      const user = await this.lockPaymentUser.execute(tx, userId);
      if (user.isErased) throw userNotFound();
      const number = { type: asked.account_number_type, number: asked.account_number };
      await this.accounts.addOnce(tx, {
        accountId: asked.account_id as PaymentAccountId,
        customerAppId,
        userId,
        institutionId: asked.institution_id,
        holder: { name: asked.accountholder_name, number, numberMasked: null },
        currencies: [],
        metadata: null,
        createdAt: tx.now,
        updatedAt: tx.now,
      });
    };
    await this.transactions.forApp(customerAppId, work, { retryOn: ['external_accounts_pkey'] });
  }
}
