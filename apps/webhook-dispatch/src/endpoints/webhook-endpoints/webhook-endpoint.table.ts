import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import {
  boolean,
  bytes,
  defineTable,
  integer,
  text,
  texts,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { SignatureKind } from './domain/webhook-endpoint.js';

export const webhookEndpoints = defineTable(
  'webhook_endpoints',
  {
    customerAppId: text<CustomerAppId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    url: text(),
    eventTypes: texts(),
    description: text().orNull(),
    enabled: boolean(),
    /** Why the service itself disabled it; null while it did not. */
    disabledReason: text().orNull(),
    /** Secrets and headers; none once the endpoint is deleted. */
    sealed: bytes().orNull(),
    rateLimitPerSecond: integer().orNull(),
    signatureKinds: texts<SignatureKind>(),
    /** Real time since which it is enabled, and at this URL. */
    enabledAt: time(),
    createdAt: time().fixed(),
    updatedAt: time(),
    deletedAt: time().orNull().byDatabase(),
    /** When the first of its held events is deleted, once that is near. */
    heldEventsExpireAt: time().orNull(),
    expiryToldAt: time().orNull(),
  },
  { key: ['customerAppId', 'endpointId'], unique: { webhook_endpoints_id_key: ['endpointId'] } },
);

export const webhookEndpointHealth = defineTable(
  'webhook_endpoint_health',
  {
    customerAppId: text<CustomerAppId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    failingSince: time().orNull(),
    consecutiveFailures: integer().default(0),
    pausedUntil: time().orNull(),
    rateUsedUntil: time().orNull(),
  },
  {
    key: ['customerAppId', 'endpointId'],
    unique: { webhook_endpoint_health_id_key: ['endpointId'] },
    foreignKeys: {
      webhook_endpoint_health_endpoint_fkey: {
        columns: ['customerAppId', 'endpointId'],
        to: 'webhook_endpoints',
        onDelete: 'CASCADE',
      },
    },
  },
);

export type EndpointRow = RowOf<typeof webhookEndpoints>;
