import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  PersonalDataVault,
  type AppTx,
  type WriteBatch,
} from '@towpath/persistence';
import type { ExternalAccount } from '../domain/external-account.js';
import {
  externalAccountColumns,
  externalAccountsFromRows,
  type ExternalAccountRow,
} from './external-account.mapper.js';

/** Accounts of payment users; deleted ones are never found. */
@Injectable()
export class ExternalAccountRepository {
  constructor(private readonly vault: PersonalDataVault) {}

  /** Newest first. */
  async ofUser(tx: AppTx, userId: PaymentUserId): Promise<ExternalAccount[]> {
    const rows = await tx.query<{ row: ExternalAccountRow }>(
      byKey(`SELECT to_jsonb(e) AS row FROM external_accounts e
       WHERE customer_app_id = $1 AND user_id = $2 AND deleted_at IS NULL
       ORDER BY created_at DESC, account_id DESC`),
      [tx.customerApp.id, userId],
    );
    return externalAccountsFromRows(
      tx,
      this.vault,
      rows.map(({ row }) => row),
    );
  }

  /** Whether it exists; it locks the account against deletion until the transaction ends. */
  async lock(tx: AppTx, accountId: PaymentAccountId): Promise<boolean> {
    const rows = await tx.query(
      byKey(`SELECT 1 AS found FROM external_accounts
       WHERE customer_app_id = $1 AND account_id = $2 AND deleted_at IS NULL FOR UPDATE`),
      [tx.customerApp.id, accountId],
    );
    return rows.length === 1;
  }

  /** Throws `PersonalDataErased` for a user who was erased. */
  async add(tx: AppTx, batch: WriteBatch, account: ExternalAccount): Promise<void> {
    const key = await this.vault.keyFor(tx, account.userId);
    batch.insert('external_accounts', externalAccountColumns(account, key));
  }

  delete(tx: AppTx, batch: WriteBatch, accountId: PaymentAccountId): void {
    batch.update(
      'external_accounts',
      { customer_app_id: tx.customerApp.id, account_id: accountId },
      { holder_sealed: null, metadata: null, updated_at: tx.now, deleted_at: tx.now },
    );
  }

  /** Clears data without encryption by the user's key; the accounts stay. */
  async forgetHolder(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues(`UPDATE external_accounts SET metadata = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND user_id = $2 AND deleted_at IS NULL`),
      [tx.customerApp.id, userId, tx.now],
    );
  }
}
