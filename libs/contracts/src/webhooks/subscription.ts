import { WEBHOOK_EVENT_TYPES } from './event-types.js';

/** Subscribes to everything. */
export const ALL_EVENT_TYPES = '*';

export interface SubscriptionCheck {
  readonly pattern: string;
  readonly eventType: string;
}

/** Whether an entry of `event_types` covers the event type: `*`, a prefix such as `PAYMENT_*`, a name. */
export function covers({ pattern, eventType }: SubscriptionCheck): boolean {
  if (!pattern.endsWith('*')) return pattern === eventType;
  return eventType.startsWith(pattern.slice(0, -1));
}

/** A name of the catalogue, or a prefix that covers at least one. */
export function isSubscription(pattern: unknown): pattern is string {
  return (
    typeof pattern === 'string' &&
    WEBHOOK_EVENT_TYPES.some((eventType) => covers({ pattern, eventType }))
  );
}
