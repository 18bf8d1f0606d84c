import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentId,
  PaymentUserId,
  PayoutId,
  Failure,
} from '@towpath/kernel';
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
import type { PayoutState } from './payout.transitions.js';

export const payouts = defineTable(
  'payouts',
  {
    customerAppId: text<CustomerAppId>(),
    /** Ours and the bank's name for it. */
    payoutId: text<PayoutId>(),
    type: text<'MANUAL' | 'SCHEDULED' | 'SETTLEMENT' | 'ON_DEMAND'>().fixed(),
    status: text<PayoutState>(),
    /** Minor units. */
    amount: bigint().fixed(),
    /** Fee of the sender beside the amount. */
    feeAmount: bigint().default(0).fixed(),
    currency: text().fixed(),
    live: boolean().fixed(),
    /** The settlement account that pays. */
    senderAccountId: text<PaymentAccountId>().fixed(),
    /** The external account that receives, and whose it is. */
    recipientAccountId: text<PaymentAccountId>().fixed(),
    userId: text<PaymentUserId>().fixed(),
    externalUserId: text().fixed(),
    /** The bank that sends it, for example `GW3`. */
    integrationId: text().fixed(),
    /** What the bank is reached by, for example `sandbox`. */
    connector: text().fixed(),
    mandateId: text<MandateId>().orNull().fixed(),
    /** UTC; of a scheduled one. */
    scheduledDate: date().orNull().fixed(),
    description: text().orNull().fixed(),
    externalTransactionReference: text().orNull().fixed(),
    metadata: json<Readonly<Record<string, string>>>().orNull().fixed(),
    failure: json<Failure>().orNull(),
    /** Of a scheduled payout that has started: the payment that collects its funds. */
    fundingPaymentId: text<PaymentId>().orNull(),
    processorReference: text().orNull(),
    bankTransactionReference: text().orNull(),
    submittedAt: time().orNull(),
    executedAt: time().orNull(),
    /** When the bank reported that the whole amount came back, and why. */
    returnedAt: time().orNull(),
    returnReason: text().orNull(),
    /** When the next step is due; null if both sides agree permanently, or before the start. */
    dueAt: time().orNull(),
    questionsAsked: integer(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'payoutId'],
    sequence: 'sequence',
    history: { table: 'payout_state_changes', foreignKey: 'payout_state_changes_payout_fkey' },
    indexes: {
      payouts_created_at: { columns: ['createdAt'], type: 'brin' },
      payouts_newest: ['customerAppId', 'createdAt', 'payoutId'],
      payouts_found_by_newest: ['createdAt', 'payoutId'],
      payouts_found_by_status: ['status', 'createdAt', 'payoutId'],
      payouts_found_by_amount: ['amount', 'currency', 'createdAt'],
      payouts_updated_at: ['customerAppId', 'updatedAt'],
      payouts_user: ['customerAppId', 'userId', 'createdAt'],
    },
    list: {
      oneOf: ['status', 'currency', 'type'],
      equal: ['mandateId', 'senderAccountId', 'recipientAccountId', 'userId', 'externalUserId'],
    },
  },
);

export type PayoutSnapshot = RowOf<typeof payouts>;
