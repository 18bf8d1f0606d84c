import type { CustomerAppId } from '@towpath/kernel';
import { bytes, defineTable, integer, text, time } from '@towpath/persistence';

/** Messages of processors, until they are settled and for the retention of the books. */
export const notifications = defineTable(
  'processor_notifications',
  {
    customerAppId: text<CustomerAppId>(),
    integrationId: text(),
    connector: text(),
    /** The processor's ID of the notification. */
    eventId: text(),
    /** The dispute at the processor; null when the body could not be read. */
    processorReference: text().orNull(),
    sealedBody: bytes(),
    receivedAt: time(),
    tries: integer(),
    /** Real time; null once it is settled, or while only a person can help. */
    tryAt: time().orNull(),
    /** Why it could not be settled so far. */
    waitsFor: text().orNull(),
    outcome: text<'APPLIED' | 'STALE'>().orNull(),
    settledAt: time().orNull(),
  },
  {
    key: ['customerAppId', 'integrationId', 'connector', 'eventId'],
    indexes: { processor_notifications_settled: { columns: ['settledAt'], type: 'brin' } },
  },
);
