import { Injectable } from '@nestjs/common';
import { newId, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import {
  checkSettings,
  type SettlementAccount,
  type SettlementAccountSettings,
} from './domain/settlement-account.js';
import { accountNotFound } from './payment-account.errors.js';
import { PaymentAccountRepository } from './persistence/payment-account.repository.js';

interface SettlementAccountChange {
  /** An existing account; null for the one that has the reference, or a new one. */
  readonly accountId: PaymentAccountId | null;
  readonly settings: SettlementAccountSettings;
  readonly actor: string;
}

interface SavedSettlementAccount {
  readonly account: SettlementAccount;
  readonly isNew: boolean;
  /** That the account did not take before. */
  readonly addedCurrencies: readonly string[];
}

/** Adds a settlement account, or the change of one, to the batch, with its audit row. */
@Injectable()
export class SaveSettlementAccount {
  constructor(private readonly accounts: PaymentAccountRepository) {}

  async execute(
    tx: AppTx,
    batch: WriteBatch,
    { accountId, settings, actor }: SettlementAccountChange,
  ): Promise<SavedSettlementAccount> {
    checkSettings(settings);
    const known = await this.accounts.lock(tx, { accountId, reference: settings.reference });
    if (accountId !== null && known === null) throw accountNotFound();
    const account: SettlementAccount = {
      accountId: known?.accountId ?? newId<PaymentAccountId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      live: known?.live ?? tx.customerApp.type === 'LIVE',
      createdAt: known?.createdAt ?? tx.now,
      ...settings,
      updatedAt: tx.now,
    };
    this.accounts.save(batch, account, { action: known ? 'UPDATE' : 'CREATE', actor });
    const before = known?.currencies ?? [];
    const addedCurrencies = account.currencies.filter((currency) => !before.includes(currency));
    return { account, isNew: known === null, addedCurrencies };
  }
}
