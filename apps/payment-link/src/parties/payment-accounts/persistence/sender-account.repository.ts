import { Injectable } from '@nestjs/common';
import type { PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import { byKey, PersonalDataVault, WriteBatch, type AppTx } from '@towpath/persistence';
import type { ExternalAccount } from '../domain/external-account.js';
import {
  externalAccountColumns,
  externalAccountFromRow,
  externalAccountsFromRows,
  type ExternalAccountRow,
} from './external-account.mapper.js';

/** External accounts as paying accounts; deleted ones are never found. */
@Injectable()
export class SenderAccountRepository {
  constructor(private readonly vault: PersonalDataVault) {}

  /** With one query, and one for the keys of their users. */
  async byId(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
  ): Promise<ReadonlyMap<PaymentAccountId, ExternalAccount>> {
    if (accountIds.length === 0) return new Map();
    const accounts = await externalAccountsFromRows(
      tx,
      this.vault,
      await this.rows(tx, accountIds),
    );
    return new Map(accounts.map((account) => [account.accountId, account]));
  }

  /** Like `byId`, in one round trip; accounts of other users are omitted. */
  async byIdOf(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
    userIds: readonly PaymentUserId[],
  ): Promise<ReadonlyMap<PaymentAccountId, ExternalAccount>> {
    const [rows, keys] = await Promise.all([
      this.rows(tx, accountIds),
      this.vault.openAll(tx, userIds),
    ]);
    const accounts = rows
      .filter(({ user_id }) => userIds.includes(user_id as PaymentUserId))
      .map((row) => externalAccountFromRow(row, keys.get(row.user_id)));
    return new Map(accounts.map((account) => [account.accountId, account]));
  }

  private async rows(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
  ): Promise<ExternalAccountRow[]> {
    const found = await tx.query<{ row: ExternalAccountRow }>(
      byKey(`SELECT to_jsonb(e) AS row FROM external_accounts e
       WHERE customer_app_id = $1 AND account_id = ANY ($2) AND deleted_at IS NULL`),
      [tx.customerApp.id, accountIds],
    );
    return found.map(({ row }) => row);
  }

  /** False when there is, or was, an account with this ID. */
  async addOnce(tx: AppTx, account: ExternalAccount): Promise<boolean> {
    const [known] = await tx.query(
      byKey(
        `SELECT 1 AS found FROM external_accounts WHERE customer_app_id = $1 AND account_id = $2`,
      ),
      [tx.customerApp.id, account.accountId],
    );
    if (known) return false;
    const key = await this.vault.keyFor(tx, account.userId);
    const batch = new WriteBatch();
    batch.insert('external_accounts', externalAccountColumns(account, key));
    tx.write(batch);
    return true;
  }
}
