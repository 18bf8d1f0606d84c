import type { CustomerAppId, EventId } from '@towpath/kernel';
import { bigint, bytes, defineTable, text, time } from '@towpath/persistence';

export const webhookResources = defineTable(
  'webhook_resources',
  {
    customerAppId: text<CustomerAppId>(),
    resourceKind: text(),
    resourceId: text(),
    /** Counts the public events of the resource. */
    lastSequence: bigint(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'resourceKind', 'resourceId'],
    indexes: { webhook_resources_updated_at: { columns: ['updatedAt'], type: 'brin' } },
  },
);

export const webhookMessages = defineTable(
  'webhook_messages',
  {
    customerAppId: text<CustomerAppId>(),
    /** ID of the Kafka event; made here for events of this service. */
    eventId: text<EventId>(),
    eventType: text(),
    resourceKind: text(),
    resourceId: text(),
    sequence: bigint(),
    /** On the customer app's clock. */
    eventTime: time(),
    /** Exactly the bytes that are sent and signed. */
    body: bytes(),
    requestId: text(),
    traceparent: text().orNull(),
    /** The transaction that recorded it: the order of the feed. */
    recordedIn: bigint()
      .default(() => '((pg_current_xact_id()))')
      .byDatabase(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'eventId'],
    unique: {
      webhook_messages_sequence_key: ['customerAppId', 'resourceId', 'resourceKind', 'sequence'],
    },
    indexes: {
      webhook_messages_feed: ['customerAppId', 'recordedIn', 'eventId'],
      webhook_messages_created_at: { columns: ['createdAt'], type: 'brin' },
      webhook_messages_found_by_newest: ['createdAt', 'eventId'],
      webhook_messages_found_by_app: ['customerAppId', 'createdAt', 'eventId'],
    },
  },
);
