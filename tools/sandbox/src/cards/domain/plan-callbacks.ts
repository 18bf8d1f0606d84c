import type { GatewayEvent } from './authorization.transitions.js';
import type { CardOutcome } from './card-outcomes.js';

export interface Happening {
  readonly event: GatewayEvent;
  /** The merchant heard of it in the answer to its own request. */
  readonly answered: boolean;
  readonly purpose: 'PAYMENT' | 'SETUP';
}

const REPEATS = 3;

/**
 * The call-backs that a change sends, in the order of sending. What was answered is not told again,
 * but by a card that scrambles: it holds `authorized` back until the merchant's next request, so
 * that a later event arrives first, and sends each three times.
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
