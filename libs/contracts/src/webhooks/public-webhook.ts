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

interface Happened {
  readonly customer_app_id: string;
  readonly occurred_at: string;
}

/** With those of the members of the payload that have a value, in the order given. */
export function webhook<P extends Happened>(
  eventType: WebhookEventType,
  payload: P,
  { resource, members }: Pick<PublicWebhook, 'resource'> & { readonly members: (keyof P)[] },
): PublicWebhook {
  const present = members.filter((member) => payload[member] !== undefined);
  return {
    eventType,
    resource,
    customerAppId: payload.customer_app_id,
    eventTime: payload.occurred_at,
    body: {
      event_type: eventType,
      event_time: payload.occurred_at,
      customer_app_id: payload.customer_app_id,
      ...Object.fromEntries(present.map((member) => [member, payload[member]])),
    },
  };
}
