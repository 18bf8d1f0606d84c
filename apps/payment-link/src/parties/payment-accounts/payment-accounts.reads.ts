import { Injectable } from '@nestjs/common';
import type {
  ListPaymentAccountsQuery,
  ListPaymentAccountsResponse,
  PaymentAccountResponse,
  RecipientAccount,
} from '@towpath/contracts/payment-link';
import { pageOf, rangeOf, SANDBOX } from '@towpath/http';
import type { CustomerAppId, PaymentAccountId } from '@towpath/kernel';
import {
  byValues,
  findTogether,
  Transactions,
  type AppTx,
  type Lookup,
} from '@towpath/persistence';
import { InstitutionNamesReads } from '../institution-names/institution-names.reads.js';
import { ExternalAccountsReads } from './external-accounts.reads.js';
import {
  externalAccounts,
  paymentAccounts,
  type PaymentAccountRow,
} from './payment-account.table.js';
import type { MethodType } from './payment-account.table.js';
import type { SettlementAccount } from './settlement-account.js';

const SETTLEMENT = `payment_accounts a WHERE customer_app_id = $1
  AND ($2::text IS NULL OR account_type = $2)
  AND (cardinality($3::text[]) = 0 OR currencies && $3)`;
const EXTERNAL = `external_accounts e WHERE customer_app_id = $1 AND deleted_at IS NULL
  AND ($2::text IS NULL OR $2 = 'EXTERNAL_ACCOUNT')
  AND (cardinality($3::text[]) = 0 OR currencies && $3)`;

/** Limits each kind to the rows that a page can need, in the order of an index. */
const NEEDED = `($4::timestamptz IS NULL OR (created_at, account_id) < ($4, $5))
  ORDER BY created_at DESC, account_id DESC LIMIT $6::bigint + $7::bigint`;

const PAGE = byValues(`SELECT account_type, account_id AS id, created_at, account AS row FROM (
    (SELECT account_type, account_id, created_at, to_jsonb(a) AS account
     FROM ${SETTLEMENT} AND ${NEEDED})
    UNION ALL
    (SELECT 'EXTERNAL_ACCOUNT', account_id, created_at, to_jsonb(e)
     FROM ${EXTERNAL} AND ${NEEDED})
  ) AS listed
  ORDER BY created_at DESC, account_id DESC OFFSET $6 LIMIT $7`);

const TOTAL = byValues(`SELECT (SELECT count(*) FROM ${SETTLEMENT}) +
  (SELECT count(*) FROM ${EXTERNAL}) AS total`);

interface ListedRow {
  readonly account_type: PaymentAccountResponse['account_type'];
  readonly id: PaymentAccountId;
  readonly created_at: Date;
  readonly row: unknown;
}

/** Accounts of both kinds, and those that payments are collected into. */
@Injectable()
export class PaymentAccountsReads {
  constructor(
    private readonly db: Transactions,
    private readonly external: ExternalAccountsReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Both kinds, newest first, with the number of all that match. */
  async list(
    app: CustomerAppId,
    query: ListPaymentAccountsQuery,
  ): Promise<ListPaymentAccountsResponse> {
    const { offset, limit, after } = rangeOf(query);
    const params = [app, query.account_type ?? null, query.currencies ?? []];
    const place = [after?.createdAt ?? null, after?.id ?? null, offset, limit];
    const read = async (tx: AppTx) => {
      const [rows, [count]] = await Promise.all([
        tx.query<ListedRow>(PAGE, [...params, ...place]),
        tx.query<{ total: number }>(TOTAL, params),
      ]);
      const { total, next_cursor } = pageOf(rows, count?.total ?? 0, query);
      return { payment_accounts: await this.bodies(tx, rows), total, next_cursor };
    };
    return this.names.shown(await this.db.forApp(app, read, { readOnly: true }));
  }

  /** All of the app; there are few. */
  async settlementAccounts(tx: AppTx): Promise<SettlementAccount[]> {
    const [accounts] = await findTogether(tx, [this.lookupAll()]);
    return accounts;
  }

  /** Those of `settlementAccounts`, for `findTogether`. */
  lookupAll(): Lookup<SettlementAccount[]> {
    return paymentAccounts.lookupAll({}, settlementAccountOf);
  }

  lookup(accountId: PaymentAccountId): Lookup<SettlementAccount | null> {
    return paymentAccounts.lookup({ accountId }, settlementAccountOf);
  }

  /** For a page of payments or methods, with one query. */
  async byId(
    tx: AppTx,
    ids: readonly PaymentAccountId[],
  ): Promise<ReadonlyMap<PaymentAccountId, SettlementAccount>> {
    const rows = await paymentAccounts.findAll(tx, [...new Set(ids)]);
    return new Map(rows.map((row) => [row.accountId, settlementAccountOf(row)]));
  }

  private async bodies(tx: AppTx, rows: readonly ListedRow[]): Promise<PaymentAccountResponse[]> {
    const isExternal = (listed: ListedRow) => listed.account_type === 'EXTERNAL_ACCOUNT';
    const external = await this.external.opened(tx, externalAccounts.rows(rows.filter(isExternal)));
    return rows.map(({ id, row }) => {
      const account = external.get(id);
      if (account) return this.external.body(account);
      return settlementAccountBody(settlementAccountOf(paymentAccounts.from(row)));
    });
  }
}

/** A test account that names no connector uses the sandbox; a live one has none until one is named. */
export function settlementAccountOf(row: PaymentAccountRow): SettlementAccount {
  const unnamed = row.live ? null : SANDBOX;
  return {
    ...row,
    pricing: row.pricing ?? {},
    cardConnector: row.cardConnector ?? unnamed,
    debitConnector: row.debitConnector ?? unnamed,
    payoutConnector: row.payoutConnector ?? unnamed,
    transferConnector: row.transferConnector ?? unnamed,
  };
}

export function settlementAccountBody(account: SettlementAccount): PaymentAccountResponse {
  const { businessUnits, currencies } = account;
  return {
    account_id: account.accountId,
    account_type: 'SETTLEMENT_ACCOUNT',
    customer_app_id: account.customerAppId,
    legal_entity_name: account.legalEntityName ?? undefined,
    settlement_account_reference: account.reference ?? undefined,
    business_units: businessUnits.length > 0 ? [...businessUnits] : undefined,
    currencies: currencies.length > 0 ? [...currencies] : undefined,
    metadata: account.metadata ?? undefined,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    payment_method_overview: overviewOf(account),
  };
}

/**
 * The receiving side of a payment or card.
 *
 * @param account undefined when it is not known
 */
export function recipientAccountBody(
  accountId: PaymentAccountId,
  account: SettlementAccount | undefined,
): RecipientAccount {
  return {
    account_id: accountId,
    account_type: 'SETTLEMENT_ACCOUNT',
    settlement_account_reference: account?.reference ?? undefined,
  };
}

type Overview = NonNullable<PaymentAccountResponse['payment_method_overview']>;

const SUBTYPES: Readonly<Partial<Record<MethodType, string>>> = {
  CARD: 'CARD_GENERIC',
  WALLET: 'WALLET_GENERIC',
};
/** For these methods a bank reports later than a card or wallet whether money has arrived. */
const SLOW: ReadonlySet<MethodType | undefined> = new Set<MethodType>(['MANDATE', 'MANUAL']);

/** How the account takes its main kind of payment. */
function overviewOf(account: SettlementAccount): Overview {
  const [main] = account.paymentMethodTypes;
  const gateway = gatewayOf(account, main);
  return {
    live_mode: account.live,
    payment_method_type: main,
    payment_method_subtype: main && SUBTYPES[main],
    payment_confirmation_speed: SLOW.has(main) ? 'DELAYED' : 'REALTIME',
    external_gateway: gateway ?? undefined,
    payment_processor: gateway === null ? 'SERVICE' : undefined,
    supported_currencies: account.currencies.length > 0 ? [...account.currencies] : undefined,
  };
}

function gatewayOf(account: SettlementAccount, type: MethodType | undefined): string | null {
  if (type === 'MANDATE') return account.mandateIntegrationId;
  return type === 'CARD' || type === 'WALLET' ? account.cardIntegrationId : null;
}
