import type {
  CustomerAppId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
  Failure,
} from '@towpath/kernel';
import {
  bigint,
  boolean,
  bytes,
  defineTable,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { CardState } from './stored-card.transitions.js';

export const storedCards = defineTable(
  'payment_methods',
  {
    customerAppId: text<CustomerAppId>(),
    paymentMethodId: text<PaymentMethodId>(),
    paymentMethodType: text<'CARD'>().fixed(),
    status: text<CardState>(),
    live: boolean().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    recipientAccountId: text<PaymentAccountId>().fixed(),
    paymentLinkId: text<PaymentLinkId>().orNull().fixed(),
    attemptId: text<PaymentAttemptId>().orNull().fixed(),
    /** Of the gateway that keeps it, for example `sandbox`; null of an import without a gateway. */
    connector: text().orNull().fixed(),
    /** The account at the gateway; null for the account of the key. */
    gatewayAccount: text().orNull().fixed(),
    recurringPaymentMode: text().orNull().fixed(),
    /** Who starts later payments with it; null if that was never agreed. */
    futurePayments: text<'AUTOPAY' | 'CLICK_TO_PAY'>().orNull().fixed(),
    /** The gateway's description of the card, in the words of the interface. */
    cardDetails: json().orNull(),
    integrationMetadata: json().orNull(),
    failure: json<Failure>().orNull(),
    /** Data of the payer's browser; emptied when the payer is erased. */
    riskDataSealed: bytes().orNull(),
    /** Of `cardDetails`. */
    lastFour: text().orNull().generated(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'paymentMethodId'],
    sequence: 'sequence',
    history: {
      table: 'payment_method_state_changes',
      foreignKey: 'payment_method_state_changes_method_fkey',
    },
    indexes: {
      payment_methods_created_at: { columns: ['createdAt'], type: 'brin' },
      payment_methods_found_by_newest: ['createdAt', 'paymentMethodId'],
      payment_methods_found_in_app: ['customerAppId', 'createdAt', 'paymentMethodId'],
      payment_methods_found_by_status: ['status', 'createdAt', 'paymentMethodId'],
      payment_methods_link: ['customerAppId', 'paymentLinkId'],
      payment_methods_user: ['customerAppId', 'userId', 'createdAt', 'paymentMethodId'],
    },
  },
);

export type StoredCardRow = RowOf<typeof storedCards>;
