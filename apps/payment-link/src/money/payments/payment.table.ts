import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
  Failure,
} from '@towpath/kernel';
import { bigint, boolean, defineTable, json, text, time, type RowOf } from '@towpath/persistence';
import type { PaymentState } from './payment.transitions.js';

export const payments = defineTable(
  'payments',
  {
    customerAppId: text<CustomerAppId>(),
    paymentId: text<PaymentId>(),
    type: text<'MANDATE' | 'SINGLE' | 'CARD' | 'MANUAL' | 'WALLET'>().fixed(),
    status: text<PaymentState>(),
    live: boolean().fixed(),
    /** Minor units, without surcharge. */
    amount: bigint().fixed(),
    surchargeAmount: bigint().fixed(),
    /** Fee of the service for the payment. Minor units. */
    feeAmount: bigint().default(0).fixed(),
    /** Whether a card processor keeps its money until it pays out. */
    atProcessor: boolean().default(false).fixed(),
    currency: text().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    senderType: text<'INDIVIDUAL' | 'BUSINESS'>().fixed(),
    recipientAccountId: text<PaymentAccountId>().fixed(),
    paymentLinkId: text<PaymentLinkId>().orNull().fixed(),
    attemptId: text<PaymentAttemptId>().orNull().fixed(),
    paymentMethodId: text<PaymentMethodId>().orNull().fixed(),
    /** Only of a payment by direct debit. */
    mandateId: text<MandateId>().orNull().fixed(),
    /** The payer's bank, of a payment by direct debit. */
    institutionId: text().orNull(),
    senderAccountId: text<PaymentAccountId>().orNull(),
    ddaReference: text().orNull(),
    bankTransactionReference: text().orNull(),
    description: text().orNull().fixed(),
    externalTransactionReference: text().orNull().fixed(),
    /** The older reference of a customer app; of charges without the payer only. */
    transactionReferenceId: text().orNull().fixed(),
    recurringPaymentMode: text().orNull().fixed(),
    metadata: json<Readonly<Record<string, string>>>().orNull().fixed(),
    failure: json<Failure>().orNull(),
    processorDetails: json().orNull(),
    cardDetails: json().orNull(),
    walletDetails: json().orNull(),
    /** Minor units that the bank took back after the payment was executed. */
    amountReturned: bigint().orNull(),
    returnedAt: time().orNull(),
    returnReason: text().orNull(),
    /** When its return was cancelled: the members above are empty again. */
    returnReversedAt: time().orNull(),
    /** Sum of the customer app's refunds that did not fail, minor units. */
    refundsTotal: bigint().default(0).byDatabase(),
    /** Minor units that disputes hold or have taken. */
    disputedTotal: bigint().default(0).byDatabase(),
    /** Of `cardDetails` and `processorDetails`. */
    lastFour: text().orNull().generated(),
    processorReference: text().orNull().generated(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'paymentId'],
    sequence: 'sequence',
    history: { table: 'payment_state_changes', foreignKey: 'payment_state_changes_payment_fkey' },
    indexes: {
      payments_created_at: { columns: ['createdAt'], type: 'brin' },
      payments_newest: ['customerAppId', 'createdAt', 'paymentId'],
      payments_found_by_newest: ['createdAt', 'paymentId'],
      payments_found_by_status: ['status', 'createdAt', 'paymentId'],
      payments_found_by_amount: ['amount', 'currency', 'createdAt'],
      payments_link: ['customerAppId', 'paymentLinkId', 'createdAt'],
      payments_status: ['customerAppId', 'status', 'createdAt', 'paymentId'],
      payments_type: ['customerAppId', 'type', 'createdAt', 'paymentId'],
      payments_currency: ['customerAppId', 'currency', 'createdAt', 'paymentId'],
      payments_sender_type: ['customerAppId', 'senderType', 'createdAt', 'paymentId'],
      payments_institution: {
        columns: ['customerAppId', 'institutionId', 'createdAt', 'paymentId'],
        where: 'institution_id IS NOT NULL',
      },
      payments_updated_at: [
        'customerAppId',
        'updatedAt',
        'status',
        'type',
        'currency',
        'senderType',
        'userId',
        'mandateId',
        'institutionId',
      ],
      payments_reference: {
        columns: ['customerAppId', 'userId', 'externalTransactionReference'],
        where: 'external_transaction_reference IS NOT NULL',
      },
      payments_user: ['customerAppId', 'userId', 'createdAt'],
    },
    list: {
      oneOf: ['status', 'type', 'currency'],
      equal: ['senderType', 'userId', 'mandateId', 'institutionId'],
    },
  },
);

export type PaymentSnapshot = RowOf<typeof payments>;
