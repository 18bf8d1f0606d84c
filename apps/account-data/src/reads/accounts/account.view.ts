import type { DataAccount, DataAmount } from '@towpath/contracts/account-data';
import type { SubjectKey } from '@towpath/persistence';
import { masked } from '../../retrieval/retrieved-data/derived-ids.js';
import { SEALED } from '../../retrieval/retrieved-data/sql-store-retrieved-batch.js';
import type {
  AccountEntity,
  StoredAmount,
} from '../../retrieval/retrieved-data/retrieved-data.entities.js';

/** An account as the interface shows it. Without the key, encrypted members are absent. */
export function accountView(row: AccountEntity, key: SubjectKey | undefined): DataAccount {
  const { balance, ledger, statement } = row.balances;
  const { number, holderName } = unsealed(row, key);
  return {
    account_id: row.account_id,
    group_id: row.group_id,
    account_name: row.name,
    is_parent: row.is_parent,
    is_closed: row.is_closed,
    is_excluded: false,
    metadata: {},
    ...(holderName === undefined ? {} : { account_holder_name: holderName }),
    ...(row.nickname === null ? {} : { account_nickname: row.nickname }),
    account_sub_type: row.subtype,
    ...(number === undefined ? {} : { account_number_masked: masked(number) }),
    country: row.country,
    account_currency: row.currency,
    ...(balance ? { balance: amountView(balance) } : {}),
    ...(ledger ? { ledger_balance: amountView(ledger) } : {}),
    ...(statement ? { statement_balance: amountView(statement) } : {}),
    account_type: { type: row.type, subtype: row.subtype },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function amountView({ value, currency, raw }: StoredAmount): DataAmount {
  return { value: Number(value), currency, ...(raw === undefined ? {} : { raw }) };
}

function unsealed(
  { sealed }: AccountEntity,
  key: SubjectKey | undefined,
): { readonly number?: string; readonly holderName?: string } {
  if (!key) return {};
  return JSON.parse(key.decrypt(SEALED.account, sealed)) as { number: string; holderName?: string };
}
