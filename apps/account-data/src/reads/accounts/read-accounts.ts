import { Injectable } from '@nestjs/common';
import type { DataAccount } from '@towpath/contracts/account-data';
import { DomainError, parseId, type AccountId } from '@towpath/kernel';
import { byKey, PersonalDataVault, type SubjectKey } from '@towpath/persistence';
import type { OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import type { AccountEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { accountView } from './account.view.js';

export interface ReadAccount {
  readonly row: AccountEntity;
  readonly view: DataAccount;
  readonly key: SubjectKey | undefined;
}

const OF_LOGIN = byKey(`SELECT * FROM accounts
  WHERE customer_app_id = $1 AND login_identity_id = $2
  ORDER BY bank_order NULLS LAST, account_id`);
const ONE = byKey(`SELECT * FROM accounts
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3`);

/** Accounts for every read that shows them. */
@Injectable()
export class ReadAccounts {
  constructor(private readonly vault: PersonalDataVault) {}

  /** In the order of the bank. */
  async all({ tx, loginIdentityId }: OwnedRead): Promise<ReadAccount[]> {
    const keys = await this.vault.openAll(tx, [loginIdentityId]);
    const rows = await tx.query<AccountEntity>(OF_LOGIN, [tx.customerApp.id, loginIdentityId]);
    const key = keys.get(loginIdentityId);
    return rows.map((row) => ({ row, key, view: accountView(row, key) }));
  }

  /** Throws ACCOUNT_NOT_FOUND, also for an account of another login identity. */
  async one({ tx, loginIdentityId }: OwnedRead, rawId: string): Promise<ReadAccount> {
    const accountId = parseId<AccountId>(rawId);
    const key = (await this.vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
    const [row] = accountId
      ? await tx.query<AccountEntity>(ONE, [tx.customerApp.id, loginIdentityId, accountId])
      : [];
    if (row) return { row, key, view: accountView(row, key) };
    throw new DomainError('ACCOUNT_NOT_FOUND', 'There is no account with this ID.');
  }
}
