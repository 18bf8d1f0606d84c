import type { WebhookEvent } from '@towpath/sdk/webhooks';
import { closestMatch } from 'leven';
import { UsageError } from './failure.js';
import { SCENARIOS } from './trigger/scenarios.js';

export type EventType = WebhookEvent['event_type'];

export const EVENT_TYPES = Object.keys(SCENARIOS) as readonly EventType[];

/** The event type of this name, in any case. */
export function eventTypeOf(name: string): EventType {
  const wanted = name.toUpperCase();
  const found = EVENT_TYPES.find((type) => type === wanted);
  if (found) return found;
  const nearest = closestMatch(wanted, [...EVENT_TYPES]);
  throw new UsageError(
    `There is no event type ${name}. Did you mean ${nearest ?? EVENT_TYPES[0]}?`,
  );
}

/** As an endpoint subscribes: names, `*`, or prefixes such as `PAYMENT_*`, joined by commas. */
export function eventTypesMatching(patterns: string): readonly EventType[] {
  const matching = patterns.split(',').flatMap((each) => {
    const pattern = each.trim().toUpperCase();
    if (!pattern.endsWith('*')) return [eventTypeOf(pattern)];
    const found = EVENT_TYPES.filter((type) => type.startsWith(pattern.slice(0, -1)));
    if (found.length === 0) throw new UsageError(`No event type begins as ${each.trim()}.`);
    return found;
  });
  return [...new Set(matching)];
}
