import type { AccountId, TransactionId } from '@towpath/kernel';
import {
  boolean,
  bytes,
  date,
  defineTable,
  integer,
  json,
  numeric,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import { loginColumns } from '../../identities/login-identities/login-identity.table.js';
import type {
  RetrievedAmount,
  RetrievedCard,
} from '../../banks/institution-connections/retrieved-rows.js';

interface StoredBalances {
  readonly balance?: RetrievedAmount;
  readonly ledger?: RetrievedAmount;
  readonly statement?: RetrievedAmount;
}

export const accounts = defineTable(
  'accounts',
  {
    ...loginColumns,
    accountId: text<AccountId>(),
    groupId: text(),
    name: text(),
    nickname: text().orNull(),
    type: text(),
    subtype: text(),
    currency: text(),
    country: text(),
    parentId: text<AccountId>().orNull(),
    isParent: boolean(),
    isClosed: boolean(),
    balances: json<StoredBalances>(),
    /** Number and holder, as JSON. */
    sealed: bytes(),
    /** The number to pay to, as JSON; null until the product was retrieved. */
    paymentNumber: bytes().orNull(),
    card: json<Omit<RetrievedCard, 'accountKey'>>().orNull(),
    cardUpdatedAt: time().orNull(),
    transactionCount: integer().default(0),
    /** Place among the accounts as the bank sends them; null until it is known. */
    bankOrder: integer().orNull(),
    createdAt: time(),
    updatedAt: time(),
  },
  { key: ['customerAppId', 'loginIdentityId', 'accountId'] },
);

export type StoredAccount = RowOf<typeof accounts>;

export const accountBalances = defineTable(
  'account_balances',
  {
    ...loginColumns,
    accountId: text<AccountId>(),
    date: date(),
    amount: numeric(),
    currency: text(),
  },
  { key: ['customerAppId', 'loginIdentityId', 'accountId', 'date'] },
);

export const transactions = defineTable(
  'transactions',
  {
    ...loginColumns,
    transactionId: text<TransactionId>(),
    accountId: text<AccountId>(),
    isPending: boolean(),
    postedDate: date().orNull(),
    /** Orders the list; keeps its first value. */
    occurredAt: time(),
    amount: numeric(),
    currency: text(),
    runningBalance: numeric().orNull(),
    raw: text().orNull(),
    description: text(),
    location: text().orNull(),
    reference: text().orNull(),
    /** The run that saw it last. */
    retrievalId: text(),
    createdAt: time(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'loginIdentityId', 'transactionId'],
    indexes: {
      transactions_by_time: ['customerAppId', 'loginIdentityId', 'occurredAt', 'transactionId'],
      transactions_by_account: [
        'customerAppId',
        'loginIdentityId',
        'accountId',
        'occurredAt',
        'transactionId',
      ],
      transactions_pending: {
        columns: ['customerAppId', 'loginIdentityId'],
        where: '"is_pending"',
      },
    },
  },
);

export type StoredTransaction = RowOf<typeof transactions>;
