import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import { newId, type CustomerAppId, type Id, type PaymentAccountId } from '@towpath/kernel';
import type { AppTx, Row, WriteBatch } from '@towpath/persistence';
import { instantOf, type JsonRow } from '../../persistence/json-row.js';
import type { Lookup } from '../../persistence/read-together.js';
import type { MethodType, SettlementAccount } from '../domain/settlement-account.js';
import { PaymentAccountRepository, type AccountFilters, type AuditEntry } from '../ports.js';
import type { PaymentAccountEntity } from './payment-account.entity.js';

type PaymentAccountRow = JsonRow<PaymentAccountEntity>;

const MATCHING = `payment_accounts a WHERE customer_app_id = $1
  AND ($2::text IS NULL OR account_type = $2)
  AND (cardinality($3::text[]) = 0 OR currencies && $3)`;

@Injectable()
export class SqlPaymentAccountRepository extends PaymentAccountRepository {
  override settlementAccounts(tx: AppTx): Lookup<SettlementAccount[]> {
    return {
      sql: `SELECT coalesce(jsonb_agg(to_jsonb(a)), '[]') FROM payment_accounts a
        WHERE customer_app_id = $1 AND account_type = 'SETTLEMENT_ACCOUNT'`,
      params: [tx.customerApp.id],
      read: (json) => (json as PaymentAccountRow[]).map(accountFromRow),
    };
  }

  override async list(
    tx: AppTx,
    filters: AccountFilters,
    { offset, limit, after }: PageRange,
  ): Promise<{ accounts: SettlementAccount[]; total: number }> {
    const params = [tx.customerApp.id, filters.accountType, filters.currencies];
    const rows = await tx.query<{ row: PaymentAccountRow }>(
      `SELECT to_jsonb(a) AS row FROM ${MATCHING}
         AND ($4::timestamptz IS NULL OR (created_at, account_id) < ($4, $5))
       ORDER BY created_at DESC, account_id DESC OFFSET $6 LIMIT $7`,
      [...params, after?.createdAt ?? null, after?.id ?? null, offset, limit],
    );
    const [count] = await tx.query<{ total: number }>(
      `SELECT count(*) AS total FROM ${MATCHING}`,
      params,
    );
    return { accounts: rows.map(({ row }) => accountFromRow(row)), total: count?.total ?? 0 };
  }

  override async findAll(
    tx: AppTx,
    ids: readonly PaymentAccountId[],
  ): Promise<SettlementAccount[]> {
    const rows = await tx.query<{ row: PaymentAccountRow }>(
      `SELECT to_jsonb(a) AS row FROM payment_accounts a
       WHERE customer_app_id = $1 AND account_id = ANY($2)`,
      [tx.customerApp.id, ids],
    );
    return rows.map(({ row }) => accountFromRow(row));
  }

  override async lock(
    tx: AppTx,
    { accountId, reference }: { accountId: PaymentAccountId | null; reference: string | null },
  ): Promise<SettlementAccount | null> {
    const [found] = await tx.query<{ row: PaymentAccountRow }>(
      `SELECT to_jsonb(a) AS row FROM payment_accounts a
       WHERE customer_app_id = $1 AND account_type = 'SETTLEMENT_ACCOUNT'
         AND (account_id = $2 OR ($2 IS NULL AND settlement_account_reference = $3)) FOR UPDATE`,
      [tx.customerApp.id, accountId, reference],
    );
    return found ? accountFromRow(found.row) : null;
  }

  override save(
    batch: WriteBatch,
    account: SettlementAccount,
    { action, actor }: AuditEntry,
  ): void {
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
    metadata: row.metadata,
    createdAt: instantOf(row.created_at),
    updatedAt: instantOf(row.updated_at),
  };
}
