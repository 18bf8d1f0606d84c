import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import type { Row } from '@towpath/persistence';
import { WebhookEndpoint, type SignatureKind } from '../domain/webhook-endpoint.js';
import type { SealedParts } from '../endpoint-seal.js';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity.js';

export function endpointFromRow(row: WebhookEndpointEntity, parts: SealedParts): WebhookEndpoint {
  return WebhookEndpoint.restore({
    endpointId: row.webhook_endpoint_id as WebhookEndpointId,
    customerAppId: row.customer_app_id as CustomerAppId,
    url: row.url,
    eventTypes: row.event_types,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    headers: parts.headers,
    secrets: parts.secrets,
    rateLimitPerSecond: row.rate_limit_per_second,
    signatureKinds: row.signature_kinds as SignatureKind[],
    enabledAt: row.enabled_at,
    heldEventsExpireAt: row.held_events_expire_at,
    expiryToldAt: row.expiry_told_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

export function endpointKey({ snapshot }: WebhookEndpoint): Row {
  return {
    customer_app_id: snapshot.customerAppId,
    webhook_endpoint_id: snapshot.endpointId,
  };
}

/** Columns that an update may change. */
export function changingColumns({ snapshot }: WebhookEndpoint, sealed: Buffer): Row {
  return {
    url: snapshot.url,
    event_types: snapshot.eventTypes,
    description: snapshot.description,
    enabled: snapshot.enabled,
    disabled_reason: snapshot.disabledReason,
    sealed,
    rate_limit_per_second: snapshot.rateLimitPerSecond,
    signature_kinds: snapshot.signatureKinds,
    enabled_at: snapshot.enabledAt,
    held_events_expire_at: snapshot.heldEventsExpireAt,
    expiry_told_at: snapshot.expiryToldAt,
    updated_at: snapshot.updatedAt,
  };
}
