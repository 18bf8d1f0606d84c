import { Injectable } from '@nestjs/common';
import type {
  ListUserPaymentAccountsResponse,
  PaymentAccountResponse,
  SenderAccount,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId, PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import {
  byKey,
  KeyedHash,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import { InstitutionNamesReads } from '../institution-names/institution-names.reads.js';
import { parseUserId, userNotFound } from '../payment-users/payment-user.js';
import { PaymentUsersReads } from '../payment-users/payment-users.reads.js';
import { shownNumber, type AccountHolder, type ExternalAccount } from './external-account.js';
import { externalAccounts, type ExternalAccountRow } from './payment-account.table.js';

type ExternalAccounts = ReadonlyMap<PaymentAccountId, ExternalAccount>;

/** Accounts of payment users, which pay by mandates and receive payouts; without deleted ones. */
@Injectable()
export class ExternalAccountsReads {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly hash: KeyedHash,
    private readonly users: PaymentUsersReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** All of a user, newest first. */
  async listOfUser(
    app: CustomerAppId,
    rawUserId: string,
  ): Promise<ListUserPaymentAccountsResponse> {
    const userId = parseUserId(rawUserId);
    const read = async (tx: AppTx) => {
      const users = await this.users.byId(tx, [userId]);
      if (!users.has(userId)) throw userNotFound();
      const accounts = await this.ofUser(tx, userId);
      return { payment_accounts: accounts.map((account) => this.body(account)) };
    };
    return this.names.shown(await this.db.forApp(app, read, { readOnly: true }));
  }

  /** Those with which the user can still be named: none of an erased user. */
  async holdersOf(tx: AppTx, userId: PaymentUserId): Promise<AccountHolder[]> {
    const accounts = await this.ofUser(tx, userId);
    return accounts.map(({ holder }) => holder).filter((holder) => holder !== null);
  }

  /** With one query, and one for the keys of their users. */
  async byId(tx: AppTx, ids: readonly PaymentAccountId[]): Promise<ExternalAccounts> {
    return ids.length === 0 ? new Map() : this.opened(tx, await this.found(tx, ids));
  }

  /** As `byId`, in one round trip, for known users; accounts of others are left out. */
  async byIdOf(
    tx: AppTx,
    ids: readonly PaymentAccountId[],
    userIds: readonly PaymentUserId[],
  ): Promise<ExternalAccounts> {
    const [rows, keys] = await Promise.all([
      this.found(tx, ids),
      this.vault.openAll(tx, [...new Set(userIds)]),
    ]);
    return openedWith(
      keys,
      rows.filter(({ userId }) => userIds.includes(userId)),
    );
  }

  /** The holder as a token, the number masked. */
  body(account: ExternalAccount): PaymentAccountResponse {
    return {
      ...this.senderBody(account),
      account_id: account.accountId,
      account_type: 'EXTERNAL_ACCOUNT',
      customer_app_id: account.customerAppId,
      currencies: account.currencies.length > 0 ? [...account.currencies] : undefined,
      created_at: account.createdAt.toISOString(),
      updated_at: account.updatedAt.toISOString(),
    };
  }

  /** As the paying account of a mandate. */
  senderBody(account: ExternalAccount): SenderAccount {
    const { customerAppId, holder } = account;
    return {
      account_id: account.accountId,
      account_type: 'EXTERNAL_ACCOUNT',
      user_id: account.userId,
      institution_id: account.institutionId,
      accountholder_name: holder
        ? this.hash.tokenize({ customerAppId, value: holder.name })
        : undefined,
      account_number_masked: (holder && shownNumber(holder)) ?? undefined,
      metadata: account.metadata ?? undefined,
    };
  }

  /** For the bank and permitted callers: the number as the payer entered it. */
  plaintext(account: ExternalAccount): SenderAccount {
    const { holder } = account;
    const body = this.senderBody(account);
    if (!holder) return body;
    const { name, number } = holder;
    return {
      ...body,
      accountholder_name_plaintext: name,
      account_number: number
        ? { type: number.type, number: number.number, number_plaintext: number.number }
        : undefined,
    };
  }

  /** Newest first. */
  private async ofUser(tx: AppTx, userId: PaymentUserId): Promise<ExternalAccount[]> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(e) AS row FROM external_accounts e
       WHERE customer_app_id = $1 AND user_id = $2 AND deleted_at IS NULL
       ORDER BY created_at DESC, account_id DESC`),
      [tx.customerApp.id, userId],
    );
    return [...(await this.opened(tx, externalAccounts.rows(found))).values()];
  }

  private async found(tx: AppTx, ids: readonly PaymentAccountId[]) {
    const rows = await externalAccounts.findAll(tx, [...new Set(ids)]);
    return rows.filter(({ deletedAt }) => deletedAt === null);
  }

  /** With one query for the keys of all their users. */
  async opened(tx: AppTx, rows: readonly ExternalAccountRow[]): Promise<ExternalAccounts> {
    if (rows.length === 0) return new Map();
    const userIds = new Set(rows.map(({ userId }) => userId));
    return openedWith(await this.vault.openAll(tx, [...userIds]), rows);
  }
}

/** Names the row too: a number moved to another account of the user is refused. */
export function sealedField(accountId: PaymentAccountId): string {
  return `external_accounts.holder_sealed ${accountId}`;
}

function openedWith(
  keys: ReadonlyMap<string, SubjectKey>,
  rows: readonly ExternalAccountRow[],
): ExternalAccounts {
  const opened = rows.map(({ holderSealed: sealed, lastFour: _lastFour, ...row }) => {
    const text = sealed && keys.get(row.userId)?.decrypt(sealedField(row.accountId), sealed);
    return { ...row, holder: text ? (JSON.parse(text) as AccountHolder | null) : null };
  });
  return new Map(opened.map((account) => [account.accountId, account]));
}
