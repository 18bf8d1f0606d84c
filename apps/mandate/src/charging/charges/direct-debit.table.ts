import type { CustomerAppId, MandateId, PaymentId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  date,
  defineTable,
  integer,
  json,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { BankFailure, BankReason } from '../../banks/direct-debit/ports.js';
import type { DirectDebitState } from './direct-debit.transitions.js';

/** Collections under mandates. The lock of the mandate protects the row. */
export const directDebits = defineTable(
  'direct_debits',
  {
    customerAppId: text<CustomerAppId>(),
    /** Ours and the bank's name of the collection: one payment is collected once. */
    paymentId: text<PaymentId>(),
    mandateId: text<MandateId>().fixed(),
    /** The bank, for example `GW3`. */
    integrationId: text().fixed(),
    /** What the bank is reached by, for example `sandbox`. */
    connector: text().fixed(),
    status: text<DirectDebitState>(),
    /** Minor units, above 0. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    /** First day of the period whose limit it uses; null for a mandate without one. */
    periodStart: date().orNull().fixed(),
    /** Whether its amount counts in its period. */
    reserved: boolean(),
    /** Whether the bank returned it and cancelled the return: nothing follows. */
    reinstated: boolean().default(false),
    failure: json<BankFailure>().orNull(),
    /** In the bank's words: never shown. */
    reason: json<BankReason>().orNull().named('bank_reason'),
    bankTransactionReference: text().orNull(),
    /** In the words of the public interface. No rule depends on it. */
    processorDetails: json().orNull(),
    sequence: bigint(),
    /** When to ask the bank next; null if both sides agree permanently. */
    followUpAt: time().orNull(),
    followUpsAsked: integer(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'paymentId'],
    sequence: 'sequence',
    history: {
      table: 'direct_debit_state_changes',
      foreignKey: 'direct_debit_state_changes_debit_fkey',
    },
    indexes: {
      direct_debits_mandate: ['customerAppId', 'mandateId', 'createdAt'],
      direct_debits_updated_at: ['customerAppId', 'updatedAt'],
    },
    foreignKeys: {
      direct_debits_mandate_fkey: { columns: ['customerAppId', 'mandateId'], to: 'mandates' },
    },
  },
);

export type DirectDebitSnapshot = RowOf<typeof directDebits>;

/** Charged amounts of each calendar period of a mandate; the mandate has the limits. */
export const mandateUsage = defineTable(
  'mandate_usage',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    periodStart: date(),
    /** Minor units. */
    usedAmount: bigint(),
    usedCount: bigint(),
    maxAmount: bigint().orNull(),
    maxCount: bigint().orNull(),
  },
  {
    key: ['customerAppId', 'mandateId', 'periodStart'],
    foreignKeys: {
      mandate_usage_mandate_fkey: {
        columns: ['customerAppId', 'mandateId'],
        to: 'mandates',
        onDelete: 'CASCADE',
      },
    },
  },
);
