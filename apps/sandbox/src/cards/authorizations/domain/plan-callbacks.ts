import type { GatewayEvent } from './authorization.transitions.js';
import type { CardOutcome } from './card-outcomes.js';

export interface Happening {
  readonly event: GatewayEvent;
  /** The answer to the merchant's own request contains this change. */
  readonly answered: boolean;
  readonly purpose: 'PAYMENT' | 'SETUP';
}

const REPEATS = 3;

/**
 * The call-backs of a change, in the order of sending. An answered change is not sent, except for a
 * card that scrambles. That card delays `authorized` until the merchant's next request, so that a
 * later event arrives first, and sends each event three times.
 */
export function planCallbacks(outcome: CardOutcome, happening: Happening): readonly GatewayEvent[] {
  const { event, answered, purpose } = happening;
  if (!outcome.scramblesCallbacks) return answered ? [] : [event];
  switch (event) {
    case 'authorized':
      return purpose === 'SETUP' ? repeated(['authorized']) : [];
    case 'captured':
    case 'capture_failed':
    case 'voided':
      return purpose === 'SETUP' ? repeated([event]) : scrambled(event);
    default:
      return repeated([event]);
  }
}

function scrambled(late: GatewayEvent): readonly GatewayEvent[] {
  return [late, 'authorized', late, 'authorized', 'authorized', late];
}

function repeated(events: readonly GatewayEvent[]): readonly GatewayEvent[] {
  return Array.from({ length: REPEATS }, () => events).flat();
}
