import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import { newId, type CustomerAppId, type Id, type PaymentAccountId } from '@towpath/kernel';
import {
  byValues,
  byKey,
  type AppTx,
  dateFromJson,
  type JsonRow,
  PersonalDataVault,
  type Row,
  type WriteBatch,
} from '@towpath/persistence';
import type { MethodType } from '../domain/method-type.js';
import type { SettlementAccount } from '../domain/settlement-account.js';
import type { AccountFilters, AuditEntry, ListedAccount } from '../ports.js';
import { externalAccountsFromRows, type ExternalAccountRow } from './external-account.mapper.js';
import type { PaymentAccountEntity } from './payment-account.entity.js';

type PaymentAccountRow = JsonRow<PaymentAccountEntity>;

const SETTLEMENT = `payment_accounts a WHERE customer_app_id = $1
  AND ($2::text IS NULL OR account_type = $2)
  AND (cardinality($3::text[]) = 0 OR currencies && $3)`;
const EXTERNAL = `external_accounts e WHERE customer_app_id = $1 AND deleted_at IS NULL
  AND ($2::text IS NULL OR $2 = 'EXTERNAL_ACCOUNT')
  AND (cardinality($3::text[]) = 0 OR currencies && $3)`;

/** Limits each kind to the rows that a page can need, in the order of an index. */
const MOST_NEEDED = `($4::timestamptz IS NULL OR (created_at, account_id) < ($4, $5))
  ORDER BY created_at DESC, account_id DESC LIMIT $6::bigint + $7::bigint`;

const PAGE = byValues(`SELECT account_type, account AS row FROM (
    (SELECT account_type, account_id, created_at, to_jsonb(a) AS account
     FROM ${SETTLEMENT} AND ${MOST_NEEDED})
    UNION ALL
    (SELECT 'EXTERNAL_ACCOUNT', account_id, created_at, to_jsonb(e)
     FROM ${EXTERNAL} AND ${MOST_NEEDED})
  ) AS listed
  ORDER BY created_at DESC, account_id DESC OFFSET $6 LIMIT $7`);

const TOTAL = byValues(`SELECT (SELECT count(*) FROM ${SETTLEMENT}) +
  (SELECT count(*) FROM ${EXTERNAL}) AS total`);

type ListedRow =
  | { readonly account_type: 'SETTLEMENT_ACCOUNT'; readonly row: PaymentAccountRow }
  | { readonly account_type: 'EXTERNAL_ACCOUNT'; readonly row: ExternalAccountRow };

@Injectable()
export class PaymentAccountRepository {
  constructor(private readonly vault: PersonalDataVault) {}

  /** All settlement accounts of the app; there are few. */
  async settlementAccounts(tx: AppTx): Promise<SettlementAccount[]> {
    const rows = await tx.query<{ row: PaymentAccountRow }>(
      byKey(`SELECT to_jsonb(a) AS row FROM payment_accounts a
       WHERE customer_app_id = $1 AND account_type = 'SETTLEMENT_ACCOUNT'`),
      [tx.customerApp.id],
    );
    return rows.map(({ row }) => accountFromRow(row));
  }

  /** Both kinds, newest first, with the number of all matches. */
  async list(
    tx: AppTx,
    filters: AccountFilters,
    { offset, limit, after }: PageRange,
  ): Promise<{ accounts: ListedAccount[]; total: number }> {
    const params = [tx.customerApp.id, filters.accountType, filters.currencies];
    const rows = await tx.query<ListedRow>(PAGE, [
      ...params,
      after?.createdAt ?? null,
      after?.id ?? null,
      offset,
      limit,
    ]);
    const [count] = await tx.query<{ total: number }>(TOTAL, params);
    return { accounts: await this.listed(tx, rows), total: count?.total ?? 0 };
  }

  private async listed(tx: AppTx, rows: readonly ListedRow[]): Promise<ListedAccount[]> {
    const sealed = rows.flatMap((listed) =>
      listed.account_type === 'EXTERNAL_ACCOUNT' ? [listed.row] : [],
    );
    const opened = (await externalAccountsFromRows(tx, this.vault, sealed)).values();
    return rows.map((listed) => {
      if (listed.account_type === 'SETTLEMENT_ACCOUNT') {
        return { accountType: listed.account_type, account: accountFromRow(listed.row) };
      }
      const { value: account } = opened.next();
      if (!account) throw new Error('an external account was not opened');
      return { accountType: listed.account_type, account };
    });
  }

  /** Settlement accounts only: an external one receives no payment. */
  async findAll(tx: AppTx, ids: readonly PaymentAccountId[]): Promise<SettlementAccount[]> {
    const rows = await tx.query<{ row: PaymentAccountRow }>(
      byKey(`SELECT to_jsonb(a) AS row FROM payment_accounts a
       WHERE customer_app_id = $1 AND account_id = ANY($2)
         AND account_type = 'SETTLEMENT_ACCOUNT'`),
      [tx.customerApp.id, ids],
    );
    return rows.map(({ row }) => accountFromRow(row));
  }

  async lock(
    tx: AppTx,
    { accountId, reference }: { accountId: PaymentAccountId | null; reference: string | null },
  ): Promise<SettlementAccount | null> {
    const [found] = await tx.query<{ row: PaymentAccountRow }>(
      byValues(`SELECT to_jsonb(a) AS row FROM payment_accounts a
       WHERE customer_app_id = $1 AND account_type = 'SETTLEMENT_ACCOUNT'
         AND (account_id = $2 OR ($2 IS NULL AND settlement_account_reference = $3)) FOR UPDATE`),
      [tx.customerApp.id, accountId, reference],
    );
    return found ? accountFromRow(found.row) : null;
  }

  /** Adds the account and its audit row to the batch. */
  save(batch: WriteBatch, account: SettlementAccount, { action, actor }: AuditEntry): void {
    const key = { customer_app_id: account.customerAppId, account_id: account.accountId };
    const settings = settingsColumns(account);
    if (action === 'UPDATE') batch.update('payment_accounts', key, settings);
    else {
      batch.insert('payment_accounts', {
        ...key,
        ...settings,
        account_type: 'SETTLEMENT_ACCOUNT',
        live: account.live,
        created_at: account.createdAt,
      });
    }
    batch.insert('settlement_account_audit', {
      ...key,
      audit_id: newId<Id<'SettlementAccountAudit'>>(account.updatedAt),
      action,
      actor,
      configuration: settings,
      occurred_at: account.updatedAt,
    });
  }
}

function settingsColumns(account: SettlementAccount): Row {
  return {
    legal_entity_name: account.legalEntityName,
    settlement_account_reference: account.reference,
    business_units: account.businessUnits,
    currencies: account.currencies,
    payment_method_types: account.paymentMethodTypes,
    card_integration_id: account.cardIntegrationId,
    mandate_integration_id: account.mandateIntegrationId,
    pricing: account.pricing,
    metadata: account.metadata,
    updated_at: account.updatedAt,
  };
}

function accountFromRow(row: PaymentAccountRow): SettlementAccount {
  return {
    accountId: row.account_id as PaymentAccountId,
    customerAppId: row.customer_app_id as CustomerAppId,
    live: row.live,
    legalEntityName: row.legal_entity_name,
    reference: row.settlement_account_reference,
    businessUnits: row.business_units,
    currencies: row.currencies,
    paymentMethodTypes: row.payment_method_types as MethodType[],
    cardIntegrationId: row.card_integration_id,
    mandateIntegrationId: row.mandate_integration_id,
    pricing: row.pricing ?? {},
    metadata: row.metadata,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  };
}
