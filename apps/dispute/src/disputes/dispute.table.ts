import type { CustomerAppId, DisputeId, PaymentId } from '@towpath/kernel';
import { bigint, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';
import type { DisputeReport } from './dispute-report.js';
import type { DisputeState } from './dispute.transitions.js';

export const disputes = defineTable(
  'disputes',
  {
    customerAppId: text<CustomerAppId>(),
    disputeId: text<DisputeId>(),
    integrationId: text().fixed(),
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
        columns: ['customerAppId', 'integrationId', 'processorReference'],
        unique: true,
      },
      disputes_newest: ['customerAppId', 'createdAt', 'disputeId'],
      disputes_status: ['customerAppId', 'status', 'createdAt', 'disputeId'],
      disputes_user: ['customerAppId', 'userId'],
      disputes_updated_at: ['customerAppId', 'updatedAt', 'status'],
    },
    list: { oneOf: ['status'] },
  },
);

export type DisputeSnapshot = RowOf<typeof disputes>;
