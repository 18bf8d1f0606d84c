import type { CustomerAppId, Id, PaymentAccountId, PaymentUserId } from '@towpath/kernel';
import {
  boolean,
  bytes,
  defineTable,
  json,
  text,
  texts,
  time,
  type RowOf,
} from '@towpath/persistence';

/** The kind of a payment: `type` of a payment in the interface. */
export type MethodType = 'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET';

/** A fixed sum and a share of an amount. */
export interface Rate {
  /** Minor units. */
  readonly fixed: number;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

/** Costs of a payment by one method. */
interface MethodPricing {
  /** Added to the payment: the payer pays it. Null for none. */
  readonly surcharge: Rate | null;
  /** Kept of what arrives: the recipient pays it. Null for none. */
  readonly fee: Rate | null;
}

/** Everything that can have a price: payments by each method, and payouts. */
type PricedType = MethodType | 'PAYOUT';

export type Pricing = Readonly<Partial<Record<PricedType, MethodPricing>>>;

const KEY = ['customerAppId', 'accountId'] as const;
const NONE = () => "'{}'";

/** Accounts of a customer app that payments are collected into. */
export const paymentAccounts = defineTable(
  'payment_accounts',
  {
    customerAppId: text<CustomerAppId>(),
    accountId: text<PaymentAccountId>(),
    accountType: text<'SETTLEMENT_ACCOUNT'>().fixed(),
    /** Whether its rails move real money; the same as its customer app. */
    live: boolean().fixed(),
    legalEntityName: text().orNull(),
    reference: text().orNull().named('settlement_account_reference'),
    businessUnits: texts().default(NONE),
    currencies: texts().default(NONE),
    paymentMethodTypes: texts<MethodType>().default(NONE),
    /** The card gateway behind it: `GW1`, `GW2` or `GW4`. */
    cardIntegrationId: text().orNull(),
    /** The direct debit gateway behind it: `GW3`. */
    mandateIntegrationId: text().orNull(),
    /** What each speaks to, for example `sandbox`; null for the default of its type of app. */
    cardConnector: text().orNull(),
    debitConnector: text().orNull(),
    payoutConnector: text().orNull(),
    transferConnector: text().orNull(),
    /** The account at the card gateway that receives; null for the account of the key. */
    gatewayAccount: text().orNull(),
    /** Surcharges and fees, by payment method type. */
    pricing: json<Pricing>().orNull(),
    metadata: json<Readonly<Record<string, string>>>().orNull(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: KEY,
    indexes: {
      payment_accounts_newest: ['customerAppId', 'createdAt', 'accountId'],
      payment_accounts_found_by_newest: ['createdAt', 'accountId'],
      payment_accounts_gateway_account: {
        columns: ['gatewayAccount'],
        where: 'gateway_account IS NOT NULL',
      },
    },
  },
);

export type PaymentAccountRow = RowOf<typeof paymentAccounts>;

/** Which operator configured a settlement account, and how. */
export const settlementAccountAudit = defineTable(
  'settlement_account_audit',
  {
    customerAppId: text<CustomerAppId>(),
    auditId: text<Id<'SettlementAccountAudit'>>(),
    accountId: text<PaymentAccountId>(),
    action: text<'CREATE' | 'UPDATE'>(),
    actor: text(),
    configuration: json(),
    occurredAt: time(),
  },
  {
    key: ['customerAppId', 'auditId'],
    foreignKeys: {
      settlement_account_audit_account_fkey: { columns: KEY, to: 'payment_accounts' },
    },
  },
);

/** Accounts of payment users. */
export const externalAccounts = defineTable(
  'external_accounts',
  {
    customerAppId: text<CustomerAppId>(),
    accountId: text<PaymentAccountId>(),
    userId: text<PaymentUserId>().fixed(),
    institutionId: text().fixed(),
    /** Holder and number, under the key of the user; null once the account is deleted. */
    holderSealed: bytes().orNull(),
    /** Of the number; null if fewer may be shown, and once nobody can read the number any more. */
    lastFour: text().orNull(),
    currencies: texts().default(NONE),
    metadata: json<Readonly<Record<string, string>>>().orNull(),
    createdAt: time().fixed(),
    updatedAt: time(),
    deletedAt: time().orNull().byDatabase(),
  },
  {
    key: KEY,
    indexes: {
      external_accounts_found_by_newest: ['createdAt', 'accountId'],
      external_accounts_found_in_app: ['customerAppId', 'createdAt', 'accountId'],
    },
  },
);

export type ExternalAccountRow = RowOf<typeof externalAccounts>;
