import type { WebhookEventFamily, WebhookEventType } from './event-types.js';

/** A webhook without `event_id` and `sequence`, which the sender adds. */
export interface PublicWebhook {
  readonly eventType: WebhookEventType;
  /** The resource whose public events `sequence` counts. */
  readonly resource: { readonly kind: WebhookEventFamily; readonly id: string };
  readonly customerAppId: string;
  readonly eventTime: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Without the members that have no value. */
export function webhook(
  eventType: WebhookEventType,
  payload: { readonly customer_app_id: string; readonly occurred_at: string },
  parts: Pick<PublicWebhook, 'resource'> & { readonly members: Record<string, unknown> },
): PublicWebhook {
  const present = Object.entries(parts.members).filter(([, value]) => value !== undefined);
  return {
    eventType,
    resource: parts.resource,
    customerAppId: payload.customer_app_id,
    eventTime: payload.occurred_at,
    body: {
      event_type: eventType,
      event_time: payload.occurred_at,
      customer_app_id: payload.customer_app_id,
      ...Object.fromEntries(present),
    },
  };
}
