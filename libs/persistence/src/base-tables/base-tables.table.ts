import { bigint, bytes, identity, integer, json, text, time } from '../tables/column.js';
import { defineTable } from '../tables/table.js';

// CHECKs, partial indexes and policies are in the schema dump only.

const now = () =>
  time()
    .default(() => 'now()')
    .byDatabase();

const customerAppViews = defineTable(
  'customer_app_views',
  {
    customerAppId: text(),
    name: text(),
    appType: text(),
    status: text(),
    credentialGeneration: integer(),
    clockOffsetMs: bigint().default(0),
    clockFrozenAt: time().orNull(),
    clockSequence: bigint().default(0),
    settings: json().default({}),
    sequence: bigint(),
    updatedAt: now(),
  },
  { key: ['customerAppId'] },
);

const outbox = defineTable(
  'outbox',
  {
    position: identity(),
    eventId: text(),
    customerAppId: text(),
    topic: text(),
    messageKey: text(),
    eventName: text(),
    eventVersion: integer(),
    sequence: bigint(),
    payload: json(),
    traceparent: text().orNull(),
    requestId: text().orNull(),
    occurredAt: time(),
    createdAt: now(),
    publishedAt: time().orNull(),
  },
  {
    key: ['position'],
    unique: { outbox_sequence_key: ['topic', 'messageKey', 'sequence'] },
    indexes: { outbox_published_at: { columns: ['publishedAt'], type: 'brin' } },
  },
);

const inbox = defineTable(
  'inbox',
  { consumerGroup: text(), eventId: text(), customerAppId: text(), receivedAt: now() },
  {
    key: ['consumerGroup', 'eventId'],
    indexes: { inbox_received_at: { columns: ['receivedAt'], type: 'brin' } },
  },
);

const aggregatePositions = defineTable(
  'aggregate_positions',
  {
    consumerGroup: text(),
    aggregate: text(),
    aggregateId: text(),
    customerAppId: text(),
    sequence: bigint(),
    updatedAt: now(),
  },
  { key: ['consumerGroup', 'aggregate', 'aggregateId'] },
);

const parkedMessages = defineTable(
  'parked_messages',
  {
    parkedMessageId: text(),
    consumerGroup: text(),
    topic: text(),
    kafkaPartition: integer(),
    kafkaOffset: bigint(),
    messageKey: text(),
    customerAppId: text().orNull(),
    eventId: text().orNull(),
    eventName: text().orNull(),
    headers: json(),
    value: bytes().orNull(),
    reason: text(),
    error: text(),
    attempts: integer(),
    parkedAt: now(),
    replayRequestedAt: time().orNull(),
    replayedAt: time().orNull(),
  },
  {
    key: ['parkedMessageId'],
    unique: {
      parked_messages_offset_key: ['consumerGroup', 'topic', 'kafkaPartition', 'kafkaOffset'],
    },
  },
);

const idempotencyKeys = defineTable(
  'idempotency_keys',
  {
    customerAppId: text(),
    scopeHash: text(),
    operation: text(),
    status: text(),
    sealed: bytes(),
    leaseToken: text().orNull(),
    leaseUntil: time().orNull(),
    createdAt: now(),
    completedAt: time().orNull(),
  },
  {
    key: ['customerAppId', 'scopeHash'],
    indexes: { idempotency_keys_created_at: { columns: ['createdAt'], type: 'brin' } },
  },
);

const personalDataKeys = defineTable(
  'personal_data_keys',
  {
    customerAppId: text(),
    subjectId: text(),
    wrappedKey: bytes().orNull(),
    createdAt: now(),
    destroyedAt: time().orNull(),
  },
  { key: ['customerAppId', 'subjectId'] },
);

/** Tables of every service, for the drift check. */
export const baseTables = [
  customerAppViews,
  outbox,
  inbox,
  aggregatePositions,
  parkedMessages,
  idempotencyKeys,
  personalDataKeys,
] as const;
