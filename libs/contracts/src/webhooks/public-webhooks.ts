import { definitionOf, type EventName, type PayloadOf } from '../events/registry.js';
import type { EventDefinition } from '../events/define-event.js';
import { fieldNamesOf } from '../fields/index.js';
import { WEBHOOK_BODIES, WebhookBody } from './bodies.js';
import {
  FAMILY_OF_EVENT_TYPE,
  type WebhookEventFamily,
  type WebhookEventType,
} from './event-types.js';

/** A webhook without `event_id` and `sequence`, which the sender adds. */
export interface PublicWebhook {
  readonly eventType: WebhookEventType;
  /** The resource whose public events `sequence` counts. */
  readonly resource: { readonly kind: WebhookEventFamily; readonly id: string };
  readonly customerAppId: string;
  readonly eventTime: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The webhook of an event, or null when it has none. Its body has those members of its family that
 * the payload has, in the order of their class.
 */
export function publicWebhookOf<N extends EventName>(
  name: N,
  payload: PayloadOf<N>,
): PublicWebhook | null {
  const { aggregate, webhook } = definitionOf(name) as unknown as EventDefinition<PayloadOf<N>>;
  const eventType = typeof webhook === 'function' ? webhook(payload) : webhook;
  const kind = eventType && FAMILY_OF_EVENT_TYPE.get(eventType);
  if (!kind) return null;
  // the error of a refund is none of its payment
  const left = [...fieldNamesOf(WebhookBody), ...(aggregate === 'refund' ? ['error'] : [])];
  const values = { ...payload } as Readonly<Record<string, unknown>>;
  const members = fieldNamesOf(WEBHOOK_BODIES[kind])
    .filter((member) => !left.includes(member) && values[member] !== undefined)
    .map((member) => [member, values[member]]);
  const { customer_app_id: customerAppId, occurred_at: eventTime } = payload;
  return {
    eventType,
    resource: { kind, id: values[kind === 'payment_user' ? 'user_id' : `${kind}_id`] as string },
    customerAppId,
    eventTime,
    body: {
      event_type: eventType,
      event_time: eventTime,
      customer_app_id: customerAppId,
      ...Object.fromEntries(members),
    },
  };
}
