import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { defineTable, integer, text, time } from '@towpath/persistence';

export const webhookRecoveries = defineTable(
  'webhook_recoveries',
  {
    customerAppId: text<CustomerAppId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    since: time(),
    /** The last event that was checked. */
    position: text().default(''),
    recoveredEvents: integer().default(0),
    startedAt: time(),
    finishedAt: time().orNull(),
  },
  {
    key: ['customerAppId', 'endpointId'],
    foreignKeys: {
      webhook_recoveries_endpoint_fkey: {
        columns: ['customerAppId', 'endpointId'],
        to: 'webhook_endpoints',
        onDelete: 'CASCADE',
      },
    },
  },
);
