import type { PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { PageRange } from '@towpath/http';
import type { Lookup, Tenant } from '../../persistence/read-together.js';
import type { ExternalAccount } from './domain/external-account.js';
import type { SettlementAccount } from './domain/settlement-account.js';

export interface AccountFilters {
  readonly accountType: 'EXTERNAL_ACCOUNT' | 'SETTLEMENT_ACCOUNT' | null;
  /** Empty: any. */
  readonly currencies: readonly string[];
}

/** An account as the list of both kinds has it. */
export type ListedAccount =
  | { readonly accountType: 'SETTLEMENT_ACCOUNT'; readonly account: SettlementAccount }
  | { readonly accountType: 'EXTERNAL_ACCOUNT'; readonly account: ExternalAccount };

export interface AuditEntry {
  readonly action: 'CREATE' | 'UPDATE';
  /** Who changed it: the operator as the command line names them. */
  readonly actor: string;
}

export abstract class PaymentAccountRepository {
  /** All settlement accounts of the app; there are few. */
  abstract settlementAccounts(tenant: Tenant): Lookup<SettlementAccount[]>;
  /** Of both kinds, newest first, with the number of all that match. */
  abstract list(
    tx: AppTx,
    filters: AccountFilters,
    range: PageRange,
  ): Promise<{ readonly accounts: ListedAccount[]; readonly total: number }>;
  /** Settlement accounts only: an external one receives no payment. */
  abstract findAll(tx: AppTx, ids: readonly PaymentAccountId[]): Promise<SettlementAccount[]>;
  abstract lock(
    tx: AppTx,
    key: { readonly accountId: PaymentAccountId | null; readonly reference: string | null },
  ): Promise<SettlementAccount | null>;
  /** Adds the account and its audit row to the batch. */
  abstract save(batch: WriteBatch, account: SettlementAccount, entry: AuditEntry): void;
}

/** Accounts of payment users; deleted ones are found by nobody. */
export abstract class ExternalAccountRepository {
  /** Newest first. */
  abstract ofUser(tx: AppTx, userId: PaymentUserId): Promise<ExternalAccount[]>;
  /** Whether it exists; nobody else deletes it until the transaction ends. */
  abstract lock(tx: AppTx, accountId: PaymentAccountId): Promise<boolean>;
  /** Throws `PersonalDataErased` for a user who was erased. */
  abstract add(tx: AppTx, batch: WriteBatch, account: ExternalAccount): Promise<void>;
  abstract delete(tx: AppTx, batch: WriteBatch, accountId: PaymentAccountId): void;
  /** Clears what the key of the user does not seal; the accounts stay. */
  abstract forgetHolder(tx: AppTx, userId: PaymentUserId): Promise<void>;
}
