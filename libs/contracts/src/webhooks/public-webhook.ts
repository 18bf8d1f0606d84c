import { fieldNamesOf } from '../fields/index.js';
import { WEBHOOK_BODIES, WebhookBody } from './bodies.js';
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

/** The body has those members of its family that the payload has, in the order of their class. */
export function webhook(
  eventType: WebhookEventType,
  payload: Happened,
  resource: PublicWebhook['resource'],
): PublicWebhook {
  const shared = fieldNamesOf(WebhookBody);
  const members = fieldNamesOf(WEBHOOK_BODIES[resource.kind])
    .filter((name) => !shared.includes(name))
    .map((name) => [name, Reflect.get(payload, name) as unknown] as const);
  return {
    eventType,
    resource,
    customerAppId: payload.customer_app_id,
    eventTime: payload.occurred_at,
    body: {
      event_type: eventType,
      event_time: payload.occurred_at,
      customer_app_id: payload.customer_app_id,
      ...Object.fromEntries(members.filter(([, value]) => value !== undefined)),
    },
  };
}

/** Makes the webhooks of a family from payloads that name the resource. */
export function webhooksOf<P extends Happened>(
  kind: WebhookEventFamily,
  idOf: (payload: P) => string,
) {
  return (eventType: WebhookEventType, payload: P): PublicWebhook =>
    webhook(eventType, payload, { kind, id: idOf(payload) });
}
