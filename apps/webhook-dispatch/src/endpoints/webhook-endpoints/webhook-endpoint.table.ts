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

export type SignatureKind = 'v1' | 'v1a' | 'service_signature';

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
    expiryNoticeAt: time().orNull().named('expiry_told_at'),
  },
  {
    key: ['customerAppId', 'endpointId'],
    unique: { webhook_endpoints_id_key: ['endpointId'] },
    indexes: { webhook_endpoints_found_by_newest: ['createdAt', 'endpointId'] },
  },
);

export type EndpointRow = RowOf<typeof webhookEndpoints>;

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

/** The last recovery of each endpoint: its events are sent again, in batches. In real time. */
export const webhookRecoveries = defineTable(
  'webhook_recoveries',
  {
    customerAppId: text<CustomerAppId>(),
    endpointId: text<WebhookEndpointId>().named('webhook_endpoint_id'),
    since: time(),
    /** The last event that was checked. */
    position: text().default(''),
    /** Events that were queued so far. */
    recoveredEvents: integer().default(0),
    startedAt: time(),
    /** Null while it runs. */
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
