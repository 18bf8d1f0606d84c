import type {
  CustomerAppId,
  ErrorCode,
  Id,
  MandateId,
  PaymentAccountId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import {
  bigint,
  boolean,
  date,
  defineTable,
  json,
  text,
  texts,
  time,
  type RowOf,
  integer,
} from '@towpath/persistence';
import type { MandateState } from './mandate.transitions.js';
import type { BankReason } from '../../banks/direct-debit/ports.js';

export type LimitPeriod = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';

/** Reserved: stored and returned, without an effect. `amount` is in major units. */
interface PaymentSchedule {
  readonly amount: number;
  readonly frequency: LimitPeriod;
}

export interface MandateFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

export const mandates = defineTable(
  'mandates',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    paymentMethodId: text<PaymentMethodId>().fixed(),
    status: text<MandateState>(),
    live: boolean().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    senderType: text<'INDIVIDUAL' | 'BUSINESS'>(),
    recipientAccountId: text<PaymentAccountId>().fixed(),
    /** Null until the payer identifies it. */
    senderAccountId: text<PaymentAccountId>().orNull(),
    institutionId: text().orNull(),
    paymentLinkId: text<PaymentLinkId>().orNull().fixed(),
    currency: text().fixed(),
    /** `YYYY-MM-DD`, UTC: first and last day of payments. */
    startDate: date().fixed(),
    endDate: date().orNull().fixed(),
    /** The limits of the customer app, minor units; null if it set none. */
    maxTransactionAmount: bigint().orNull().fixed(),
    maxPeriodAmount: bigint().orNull().fixed(),
    maxPeriodCount: bigint().orNull().fixed(),
    /** Of the two limits before. */
    period: text<LimitPeriod>().orNull().fixed(),
    /** The payer's own limit of one charge, minor units; enforced by the bank. */
    payerMaxAmount: bigint().orNull(),
    paymentSchedule: json<PaymentSchedule>().orNull().fixed(),
    description: text().orNull().fixed(),
    ddaReference: text().orNull(),
    bankReference: text().orNull().named('mandate_bank_reference'),
    metadata: json<Readonly<Record<string, string>>>().orNull().fixed(),
    failure: json<MandateFailure>().orNull(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'mandateId'],
    sequence: 'sequence',
    history: { table: 'mandate_state_changes', foreignKey: 'mandate_state_changes_mandate_fkey' },
    unique: { mandates_payment_method_key: ['customerAppId', 'paymentMethodId'] },
    indexes: {
      mandates_created_at: { columns: ['createdAt'], type: 'brin' },
      mandates_newest: ['customerAppId', 'createdAt', 'mandateId'],
      mandates_status: ['customerAppId', 'status', 'createdAt', 'mandateId'],
      mandates_sender_type: ['customerAppId', 'senderType', 'createdAt', 'mandateId'],
      mandates_institution: ['customerAppId', 'institutionId', 'createdAt', 'mandateId'],
      mandates_updated_at: [
        'customerAppId',
        'updatedAt',
        'status',
        'senderType',
        'userId',
        'institutionId',
      ],
      mandates_user: ['customerAppId', 'userId', 'createdAt'],
      mandates_found_by_id: ['mandateId'],
      mandates_found_by_newest: ['createdAt', 'mandateId'],
      mandates_found_by_user: ['externalUserId'],
    },
    list: { oneOf: ['status'], equal: ['senderType', 'userId', 'institutionId'] },
  },
);

export type MandateSnapshot = RowOf<typeof mandates>;

/** Who saw account numbers in plain text, and of which mandates; append-only. */
export const sensitiveMandateReads = defineTable(
  'sensitive_mandate_reads',
  {
    customerAppId: text<CustomerAppId>(),
    readId: text<Id<'SensitiveRead'>>(),
    clientId: text(),
    tokenId: text(),
    requestId: text(),
    clientAddress: text().orNull(),
    /** Of the request. */
    filters: json(),
    mandateIds: texts<MandateId>(),
    /** Real time. */
    readAt: time(),
  },
  {
    key: ['customerAppId', 'readId'],
    indexes: { sensitive_mandate_reads_read_at: { columns: ['readAt'], type: 'brin' } },
  },
);

/** The side of a mandate that faces the bank. The lock of the mandate protects the row. */
export const submissions = defineTable(
  'mandate_submissions',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    /** The bank's and our name of the mandate. */
    reference: text().fixed(),
    /** The bank, for example `GW3`; null until the mandate is sent. */
    integrationId: text().orNull(),
    /** What the bank is reached by, for example `sandbox`; null until then. */
    connector: text().orNull(),
    /** The bank's reference, from its acceptance on. */
    integrationMetadata: json().orNull(),
    /** The reason of a refusal or end in the bank's words: never shown. */
    bankReason: json<BankReason>().orNull(),
    /** The reason why it must not become active, whatever the bank decides. */
    recall: json<MandateFailure>().orNull(),
    /** Null while the bank has certainly not received it. */
    sentAt: time().orNull(),
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'mandateId'],
    indexes: {
      mandate_submissions_reference: {
        columns: ['customerAppId', 'integrationId', 'reference'],
        unique: true,
      },
    },
    foreignKeys: {
      mandate_submissions_mandate_fkey: {
        columns: ['customerAppId', 'mandateId'],
        to: 'mandates',
      },
    },
  },
);

export type SubmissionSnapshot = RowOf<typeof submissions>;
