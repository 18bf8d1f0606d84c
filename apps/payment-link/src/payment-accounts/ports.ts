import type { PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { PageRange } from '@towpath/http';
import type { Lookup } from '../persistence/read-together.js';
import type { SettlementAccount } from './domain/settlement-account.js';

export interface AccountFilters {
  readonly accountType: 'EXTERNAL_ACCOUNT' | 'SETTLEMENT_ACCOUNT' | null;
  /** Empty: any. */
  readonly currencies: readonly string[];
}

export interface AuditEntry {
  readonly action: 'CREATE' | 'UPDATE';
  /** Who changed it: the operator as the command line names them. */
  readonly actor: string;
}

export abstract class PaymentAccountRepository {
  /** All settlement accounts of the app; there are few. */
  abstract settlementAccounts(tx: AppTx): Lookup<SettlementAccount[]>;
  abstract list(
    tx: AppTx,
    filters: AccountFilters,
    range: PageRange,
  ): Promise<{ readonly accounts: SettlementAccount[]; readonly total: number }>;
  abstract findAll(tx: AppTx, ids: readonly PaymentAccountId[]): Promise<SettlementAccount[]>;
  abstract lock(
    tx: AppTx,
    key: { readonly accountId: PaymentAccountId | null; readonly reference: string | null },
  ): Promise<SettlementAccount | null>;
  /** Adds the account and its audit row to the batch. */
  abstract save(batch: WriteBatch, account: SettlementAccount, entry: AuditEntry): void;
}
