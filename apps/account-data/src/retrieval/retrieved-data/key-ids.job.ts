import { Injectable } from '@nestjs/common';
import type { AccountId, CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { DueRowsJob, PersonalDataVault, Transactions, type AppTx } from '@towpath/persistence';
import { DerivedIds } from './derived-ids.js';
import { EXCLUSIVE_LOCK } from './login-identity-lock.js';
import * as sql from './persistence/key-ids.sql.js';
import type { AccountEntity } from './retrieved-data.entities.js';
import { SEALED } from './sql-store-retrieved-batch.js';

interface UnkeyedAccount {
  readonly customer_app_id: CustomerAppId;
  readonly account_id: AccountId;
  readonly login_identity_id: LoginIdentityId;
}

/** Rows of one transaction: well within the time limit of a statement. */
const MOST_ROWS = 5_000;

/**
 * Replaces IDs that earlier releases derived without a key, account by account and a few thousand
 * rows at a time. The account itself comes last, so that another process can go on.
 */
@Injectable()
export class KeyIds extends DueRowsJob<UnkeyedAccount> {
  override readonly name = 'key-ids';

  constructor(
    transactions: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
  ) {
    super(transactions, {
      table: 'accounts',
      columns: ['account_id', 'login_identity_id'],
      dueAt: 'created_at',
      open: 'NOT has_keyed_ids',
    });
  }

  protected override runOne(account: UnkeyedAccount): Promise<boolean> {
    const { customer_app_id: customerAppId, login_identity_id: loginIdentityId } = account;
    const lock = { sql: EXCLUSIVE_LOCK, params: [loginIdentityId] };
    return this.transactions.forAppReading(customerAppId, lock, async (tx) => {
      const key = [customerAppId, loginIdentityId, account.account_id];
      const [row] = await tx.query<Pick<AccountEntity, 'group_id' | 'parent_id' | 'sealed'>>(
        sql.UNKEYED_ACCOUNT,
        key,
      );
      if (!row) return false;
      const keyed = this.ids.keyed(account.account_id);
      for (const rows of sql.WITH_IDS) {
        if (await this.moveSome(tx, [...key, keyed], rows)) return true;
      }
      await tx.query(sql.MOVE_BALANCES, [...key, keyed]);
      await tx.query(sql.DROP_BALANCES, key);
      const parent = row.parent_id && this.ids.keyed(row.parent_id);
      const group = await this.groupOf(tx, loginIdentityId, row);
      await tx.query(sql.MOVE_ACCOUNT, [...key, keyed, group, parent]);
      await tx.query(sql.DROP_ACCOUNT, key);
      await tx.query(sql.COUNT_TRANSACTIONS, [customerAppId, loginIdentityId, keyed]);
      return true;
    });
  }

  /** False when no row is left. */
  private async moveSome(
    tx: AppTx,
    accounts: readonly string[],
    which: (typeof sql.WITH_IDS)[number],
  ): Promise<boolean> {
    const key = accounts.slice(0, -1);
    const rows = await tx.query<{ id: string }>(sql.someIds(which), [...key, MOST_ROWS]);
    const unkeyed = rows.map(({ id }) => id);
    if (unkeyed.length === 0) return false;
    const keyed = unkeyed.map((id) => this.ids.keyed(id));
    await tx.query(sql.moveIds(which), [...accounts, unkeyed, keyed]);
    await tx.query(sql.dropIds(which), [...key, unkeyed]);
    return true;
  }

  /** Rows without a key are being erased: nobody reads their group any more. */
  private async groupOf(
    tx: AppTx,
    loginIdentityId: LoginIdentityId,
    { group_id: before, sealed }: Pick<AccountEntity, 'group_id' | 'sealed'>,
  ): Promise<string> {
    const key = (await this.vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
    const { number } = key
      ? (JSON.parse(key.decrypt(SEALED.account, sealed)) as { number: string })
      : { number: before };
    return this.ids.group(loginIdentityId, number);
  }
}
