import { Injectable } from '@nestjs/common';
import type { PaymentAccountId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  accountsFor,
  checkRecipients,
  type AccountNeeds,
  type SettlementAccount,
} from './domain/settlement-account.js';
import { PaymentAccountRepository } from './persistence/payment-account.repository.js';

/** Which settlement accounts receive, for the slices that collect money. */
@Injectable()
export class FindRecipients {
  constructor(private readonly accounts: PaymentAccountRepository) {}

  /** All accounts of the app. */
  all(tx: AppTx): Promise<SettlementAccount[]> {
    return this.accounts.settlementAccounts(tx);
  }

  /** Throws unless an account meets the needs of a new link. */
  check(needs: AccountNeeds, accounts: readonly SettlementAccount[]): void {
    checkRecipients(needs, accounts);
  }

  /** Those that meet the needs of a link, the one to prefer first. */
  execute(needs: AccountNeeds, accounts: readonly SettlementAccount[]): SettlementAccount[] {
    return accountsFor(needs, accounts);
  }

  /** Accounts by ID, with one query, for a page of payments or methods. */
  async byId(
    tx: AppTx,
    ids: readonly PaymentAccountId[],
  ): Promise<ReadonlyMap<PaymentAccountId, SettlementAccount>> {
    const found = await this.accounts.findAll(tx, [...new Set(ids)]);
    return new Map(found.map((account) => [account.accountId, account]));
  }
}
