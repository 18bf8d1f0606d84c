import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { accountNotFound } from './payment-account.errors.js';
import { PaymentAccountRepository } from './persistence/payment-account.repository.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';

/** Holder and number are erased; a row without them stays, so that the ID keeps its meaning. */
@Injectable()
export class DeleteExternalAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: ExternalAccountRepository,
    private readonly settlementAccounts: PaymentAccountRepository,
  ) {}

  execute(customerAppId: CustomerAppId, rawAccountId: string): Promise<void> {
    const accountId = parseId<PaymentAccountId>(rawAccountId);
    if (!accountId) throw accountNotFound();
    return this.transactions.forApp(customerAppId, async (tx) => {
      if (!(await this.accounts.lock(tx, accountId))) throw await this.refusal(tx, accountId);
      const batch = new WriteBatch();
      this.accounts.delete(tx, batch, accountId);
      tx.write(batch);
    });
  }

  private async refusal(tx: AppTx, accountId: PaymentAccountId): Promise<DomainError> {
    const [settlement] = await this.settlementAccounts.findAll(tx, [accountId]);
    if (!settlement) return accountNotFound();
    const explanation =
      'paymentAccountId must be of an external account, not a settlement account.';
    return new DomainError('INVALID_REQUEST', explanation);
  }
}
