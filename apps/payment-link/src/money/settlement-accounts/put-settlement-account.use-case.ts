import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import type {
  SettlementAccount,
  SettlementAccountSettings,
} from '../../parties/payment-accounts/settlement-account.js';
import { accountNotFound } from '../../parties/payment-accounts/settlement-account.js';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';
import { LedgerService } from '../ledger/ledger.service.js';

export interface SettlementAccountOrder {
  readonly customerAppId: CustomerAppId;
  /** An existing account; else the reference decides, so that a repeat changes the same account. */
  readonly accountId: string | null;
  readonly settings: SettlementAccountSettings;
  /** Minor units in each currency, for payouts of a sandbox; only when the account is new. */
  readonly openingBalance: number | null;
  readonly actor: string;
}

/** An operator creates or changes a settlement account: audited, and its books are opened. */
@Injectable()
export class PutSettlementAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: PaymentAccountsService,
    private readonly ledger: LedgerService,
  ) {}

  async execute(order: SettlementAccountOrder): Promise<SettlementAccount> {
    const retryOn = ['payment_accounts_reference_key'];
    return this.transactions.forApp(order.customerAppId, (tx) => this.put(tx, order), { retryOn });
  }

  private async put(tx: AppTx, order: SettlementAccountOrder): Promise<SettlementAccount> {
    const { settings, actor, openingBalance } = order;
    const accountId = parseId<PaymentAccountId>(order.accountId) ?? null;
    if (order.accountId !== null && accountId === null) throw accountNotFound();
    await tx.begun;
    if (openingBalance !== null && tx.customerApp.type === 'LIVE') {
      throw new DomainError('INVALID_REQUEST', 'opening_balance is for test apps only.');
    }
    const batch = new WriteBatch();
    const saved = await this.accounts.saveSettlement(tx, batch, {
      accountId,
      settings,
      actor,
    });
    await this.ledger.openBooks(tx, batch, {
      accountId: saved.account.accountId,
      currencies: saved.addedCurrencies,
      openingBalance: saved.isNew ? openingBalance : null,
    });
    const { account, addedCurrencies } = saved;
    const currencies = account.currencies.filter((one) => !addedCurrencies.includes(one));
    await this.ledger.openFeeAccounts(tx, batch, { ...account, currencies });
    tx.write(batch);
    return saved.account;
  }
}
