import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PaymentAccountRepository } from './persistence/payment-account.repository.js';
import type { AccountFilters, ListedAccount } from './ports.js';

@Injectable()
export class ListPaymentAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: PaymentAccountRepository,
  ) {}

  /** Newest first, with the number of all that match. */
  execute(
    customerAppId: CustomerAppId,
    filters: AccountFilters,
    range: PageRange,
  ): Promise<{ readonly accounts: ListedAccount[]; readonly total: number }> {
    return this.transactions.forApp(customerAppId, (tx) => this.accounts.list(tx, filters, range));
  }
}
