import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type PaymentAccountId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { OpenLedgerAccounts } from '../../money/ledger/open-ledger-accounts.use-case.js';
import { retryOnConflict } from '../../persistence/retry-on-conflict.js';
import {
  checkSettings,
  type SettlementAccount,
  type SettlementAccountSettings,
} from './domain/settlement-account.js';
import { PaymentAccountRepository } from './ports.js';

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
  static readonly errors = ['INVALID_REQUEST', 'PAYMENT_ACCOUNT_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: PaymentAccountRepository,
    private readonly openLedgerAccounts: OpenLedgerAccounts,
  ) {}

  async execute(order: SettlementAccountOrder): Promise<SettlementAccount> {
    checkSettings(order.settings);
    return retryOnConflict(['payment_accounts_reference_key'], () =>
      this.transactions.forApp(order.customerAppId, (tx) => this.put(tx, order)),
    );
  }

  private async put(tx: AppTx, order: SettlementAccountOrder): Promise<SettlementAccount> {
    const { settings, actor } = order;
    const accountId = parseId<PaymentAccountId>(order.accountId) ?? null;
    if (order.accountId !== null && accountId === null) throw accountNotFound();
    const known = await this.accounts.lock(tx, { accountId, reference: settings.reference });
    if (accountId !== null && known === null) throw accountNotFound();
    if (order.openingBalance !== null && tx.customerApp.type === 'LIVE') {
      throw new DomainError('INVALID_REQUEST', 'opening_balance is for test apps only.');
    }
    const account: SettlementAccount = {
      accountId: known?.accountId ?? newId<PaymentAccountId>(tx.now),
      customerAppId: tx.customerApp.id,
      live: known?.live ?? tx.customerApp.type === 'LIVE',
      createdAt: known?.createdAt ?? tx.now,
      ...settings,
      updatedAt: tx.now,
    };
    const batch = new WriteBatch();
    this.accounts.save(batch, account, { action: known ? 'UPDATE' : 'CREATE', actor });
    const opened = known?.currencies ?? [];
    await this.openLedgerAccounts.execute(tx, batch, {
      accountId: account.accountId,
      currencies: account.currencies.filter((currency) => !opened.includes(currency)),
      openingBalance: known ? null : order.openingBalance,
    });
    await tx.write(batch);
    return account;
  }
}

function accountNotFound(): DomainError {
  return new DomainError('PAYMENT_ACCOUNT_NOT_FOUND', 'No settlement account has this ID.');
}
