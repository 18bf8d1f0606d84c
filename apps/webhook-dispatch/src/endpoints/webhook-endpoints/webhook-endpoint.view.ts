import type {
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '@towpath/contracts/webhook-dispatch';
import { type CustomHeaders, masked } from './domain/custom-headers.js';
import type { WebhookEndpoint } from './domain/webhook-endpoint.js';

/**
 * The public form of an endpoint: without its secret, and without values of headers except those
 * that this request has set.
 */
export function endpointView(
  { snapshot }: WebhookEndpoint,
  set: CustomHeaders = {},
): WebhookEndpointResponse {
  return {
    webhook_endpoint_id: snapshot.endpointId,
    url: snapshot.url,
    event_types: [...snapshot.eventTypes],
    description: snapshot.description ?? undefined,
    enabled: snapshot.enabled,
    headers: masked(snapshot.headers, set),
    rate_limit_per_second: snapshot.rateLimitPerSecond ?? undefined,
    signature_kinds: [...snapshot.signatureKinds],
    disabled_reason: snapshot.disabledReason ?? undefined,
    held_events_expire_at: snapshot.heldEventsExpireAt?.toISOString(),
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
  };
}

/** With the secret: on creation and rotation, and never again. */
export function endpointViewWithSecret(
  endpoint: WebhookEndpoint,
  set: CustomHeaders = {},
): WebhookEndpointWithSecretResponse {
  const [current] = endpoint.snapshot.secrets;
  return { ...endpointView(endpoint, set), secret: current?.secret ?? '' };
}
