import type { CustomerAppId, PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import {
  type AppTx,
  bytesOf,
  dateFromJson,
  type JsonRow,
  type PersonalDataVault,
  type Row,
  type SubjectKey,
} from '@towpath/persistence';
import type { AccountHolder, ExternalAccount } from '../domain/external-account.js';
import type { ExternalAccountEntity } from './external-account.entity.js';

export type ExternalAccountRow = JsonRow<ExternalAccountEntity>;

/** Opens the rows with one query for the keys of all their users. */
export async function externalAccountsFromRows(
  tx: AppTx,
  vault: PersonalDataVault,
  rows: readonly ExternalAccountRow[],
): Promise<ExternalAccount[]> {
  if (rows.length === 0) return [];
  const keys = await vault.openAll(tx, [...new Set(rows.map(({ user_id }) => user_id))]);
  return rows.map((row) => externalAccountFromRow(row, keys.get(row.user_id)));
}

export function externalAccountFromRow(
  row: ExternalAccountRow,
  key: SubjectKey | undefined,
): ExternalAccount {
  return {
    accountId: row.account_id as PaymentAccountId,
    customerAppId: row.customer_app_id as CustomerAppId,
    userId: row.user_id as PaymentUserId,
    institutionId: row.institution_id,
    holder: key ? openHolder(key, row) : null,
    currencies: row.currencies,
    metadata: row.metadata,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  };
}

export function externalAccountColumns(account: ExternalAccount, key: SubjectKey): Row {
  const text = JSON.stringify(account.holder);
  return {
    customer_app_id: account.customerAppId,
    account_id: account.accountId,
    user_id: account.userId,
    institution_id: account.institutionId,
    holder_sealed: key.encrypt(sealedField(account.accountId), { text }),
    currencies: account.currencies,
    metadata: account.metadata,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

function openHolder(key: SubjectKey, row: ExternalAccountRow): AccountHolder | null {
  if (row.holder_sealed === null) return null;
  const text = key.decrypt(sealedField(row.account_id), bytesOf(row.holder_sealed));
  return JSON.parse(text) as AccountHolder | null;
}

/** Names the row too: a number moved to another account of the user is refused. */
function sealedField(accountId: string): string {
  return `external_accounts.holder_sealed ${accountId}`;
}
