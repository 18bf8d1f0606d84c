import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import { bigint, defineTable, integer, text, time } from '@towpath/persistence';
import type { DeliveryState } from '../../recording/events/delivery.transitions.js';

export const webhookDeliveries = defineTable(
  'webhook_deliveries',
  {
    customerAppId: text<CustomerAppId>(),
    eventId: text<EventId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    resourceId: text(),
    sequence: bigint(),
    status: text<DeliveryState>(),
    attempts: integer().default(0),
    /** Position in the retry schedule. */
    retryStep: integer().default(0),
    /** Since when it is retried: the end of the schedule counts from here. */
    retryFrom: time().orNull(),
    dueAt: time().orNull(),
    /** The claim that sends it now; void once `due_at` has passed. */
    claimedBy: text().orNull(),
    lastAttemptAt: time().orNull(),
    lastStatusCode: integer().orNull(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'eventId', 'endpointId'],
    foreignKeys: {
      webhook_deliveries_message_fkey: {
        columns: ['customerAppId', 'eventId'],
        to: 'webhook_messages',
        onDelete: 'CASCADE',
      },
    },
    indexes: { webhook_deliveries_created_at: { columns: ['createdAt'], type: 'brin' } },
  },
);

export const webhookAttempts = defineTable(
  'webhook_attempts',
  {
    customerAppId: text<CustomerAppId>(),
    eventId: text<EventId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    attemptNumber: integer(),
    attemptId: text(),
    outcome: text<'SUCCEEDED' | 'FAILED'>(),
    startedAt: time(),
    durationMs: integer(),
    statusCode: integer().orNull(),
    /** First 4 KB. */
    responseBody: text().orNull(),
    error: text().orNull(),
  },
  {
    key: ['customerAppId', 'eventId', 'endpointId', 'attemptNumber'],
    indexes: { webhook_attempts_found_by_id: ['attemptId'] },
    foreignKeys: {
      webhook_attempts_delivery_fkey: {
        columns: ['customerAppId', 'eventId', 'endpointId'],
        to: 'webhook_deliveries',
        onDelete: 'CASCADE',
      },
    },
  },
);
