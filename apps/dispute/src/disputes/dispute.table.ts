import type { CustomerAppId, DisputeId, PaymentId } from '@towpath/kernel';
import { bigint, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';
import type { DisputeState } from './dispute.transitions.js';

/** The processor's state of a dispute at one moment; a later report contains all earlier ones. */
export interface DisputeReport {
  /** Number of changes of the dispute at its processor, from 1; it identifies a late report. */
  readonly position: number;
  /** 1 for the first chargeback, 2 for the second. */
  readonly round: number;
  readonly status: DisputeState;
  /** The last event, in the words of the interface: `CHARGEBACK`. */
  readonly eventName: string;
  /** Minor units of `currency`, which may be another than the payment's. */
  readonly amount: number;
  readonly currency: string;
  /** Minor units of the payment's currency. */
  readonly feeAmount: number;
  readonly isDefendable: boolean;
  readonly isAutoDefended: boolean;
  readonly defensePeriodDeadline: Date | null;
  readonly arn: string | null;
  readonly code: string | null;
  readonly reason: string | null;
  /** The status in the processor's own words. */
  readonly processorStatus: string;
  readonly merchantReference: string | null;
  readonly paymentReference: string | null;
  readonly cardBrand: string | null;
  readonly issuerComments: Readonly<Record<string, string>> | null;
}

/** A dispute as its processor reports it: the content of a notification. */
export interface ReportedDispute {
  readonly processorReference: string;
  /** Null where the processor names neither app nor payment of ours. */
  readonly customerAppId: string | null;
  readonly paymentId: string | null;
  /** The processor's own ID of the payment, if it is the only name; null otherwise. */
  readonly gatewayReference: string | null;
  readonly report: DisputeReport;
}

export const disputes = defineTable(
  'disputes',
  {
    customerAppId: text<CustomerAppId>(),
    disputeId: text<DisputeId>(),
    integrationId: text().fixed(),
    /** Of the processor, for example `sandbox`; null for a direct debit that its bank returned. */
    connector: text().orNull().fixed(),
    /** The account at the processor that has the payment; null for the account of the key. */
    gatewayAccount: text().orNull().fixed(),
    /** The processor's ID of the dispute. */
    processorReference: text().fixed(),
    paymentId: text<PaymentId>().fixed(),
    userId: text().fixed(),
    externalUserId: text().fixed(),
    /** The customer app's own reference of the payment. */
    paymentReference: text().orNull().fixed(),
    status: text<DisputeState>(),
    /** The latest report of the processor. */
    report: json<DisputeReport>('defensePeriodDeadline'),
    /** The fewest days of a reminder in this round so far; null before the first. */
    remindedDays: integer().orNull(),
    /** The next reminder or the deadline, on the app's clock; null when neither is ahead. */
    dueAt: time().orNull(),
    sequence: bigint(),
    /** That of the report. */
    position: bigint(),
    /**
     * Counts answers and evidence. A decision based on them is written only if the count is
     * unchanged.
     */
    answersVersion: bigint().default(0).byDatabase(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'disputeId'],
    sequence: 'sequence',
    history: { table: 'dispute_state_changes', foreignKey: 'dispute_state_changes_dispute_fkey' },
    indexes: {
      disputes_processor_reference: {
        columns: ['customerAppId', 'integrationId', 'connector', 'processorReference'],
        unique: true,
      },
      disputes_newest: ['customerAppId', 'createdAt', 'disputeId'],
      disputes_status: ['customerAppId', 'status', 'createdAt', 'disputeId'],
      disputes_user: ['customerAppId', 'userId'],
      disputes_updated_at: ['customerAppId', 'updatedAt', 'status'],
      disputes_found_by_id: ['disputeId'],
      disputes_found_by_newest: ['createdAt', 'disputeId'],
      disputes_found_by_processor: ['processorReference'],
      disputes_found_by_payment: ['customerAppId', 'paymentId'],
    },
    list: { oneOf: ['status'] },
  },
);

export type DisputeSnapshot = RowOf<typeof disputes>;
