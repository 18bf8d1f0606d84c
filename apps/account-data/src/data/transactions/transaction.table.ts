import type { AccountId, CustomerAppId, LoginIdentityId, TransactionId } from '@towpath/kernel';
import { boolean, date, defineTable, numeric, text, time, type RowOf } from '@towpath/persistence';

export const transactions = defineTable(
  'transactions',
  {
    customerAppId: text<CustomerAppId>(),
    loginIdentityId: text<LoginIdentityId>(),
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
