import { loginIdentityEvents } from './account-data/login-identity.events.js';
import type { EventDefinition } from './define-event.js';
import { disputeEvents } from './dispute/dispute.events.js';
import { customerAppEvents } from './gateway/customer-app.events.js';
import { mandateChargeEvents } from './mandate/mandate-charge.events.js';
import { mandateEvents } from './mandate/mandate.events.js';
import { billEvents } from './payment-link/bill.events.js';
import { paymentLinkEvents } from './payment-link/payment-link.events.js';
import { paymentMethodEvents } from './payment-link/payment-method.events.js';
import { paymentUserEvents } from './payment-link/payment-user.events.js';
import { paymentEvents } from './payment-link/payment.events.js';
import { payoutEvents } from './payment-link/payout.events.js';
import { refundEvents } from './payment-link/refund.events.js';

const EVENTS = {
  ...customerAppEvents,
  ...loginIdentityEvents,
  ...mandateEvents,
  ...mandateChargeEvents,
  ...paymentUserEvents,
  ...paymentLinkEvents,
  ...paymentMethodEvents,
  ...paymentEvents,
  ...payoutEvents,
  ...refundEvents,
  ...disputeEvents,
  ...billEvents,
};

/** The wire names of all events. */
export type EventName = keyof typeof EVENTS;
/** The payload of the event with this name. */
export type PayloadOf<N extends EventName> = InstanceType<(typeof EVENTS)[N]['payload']>;

export function definitionOf<N extends EventName>(name: N): (typeof EVENTS)[N] {
  return EVENTS[name];
}

export function definitionsOf<N extends EventName>(...names: N[]): (typeof EVENTS)[N][] {
  return names.map(definitionOf);
}

/** Any event, where the kind of payload does not matter. */
export type AnyEventDefinition = Omit<EventDefinition, 'key' | 'payload' | 'webhook'> & {
  readonly payload: new () => object;
  readonly webhook?: unknown;
  key(payload: never): string;
};

export interface EventRegistry {
  all(): readonly AnyEventDefinition[];
  /** Throws when no event has this name and version. */
  byName(name: string, version: number): AnyEventDefinition;
}

/** Throws when two definitions share a name and version. */
export function createEventRegistry(definitions: readonly AnyEventDefinition[]): EventRegistry {
  const table = new Map<string, AnyEventDefinition>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    if (table.has(key)) throw new Error(`event ${key} is defined twice`);
    table.set(key, definition);
  }
  return {
    all: () => [...table.values()],
    byName(name, version) {
      const found = table.get(keyOf({ name, version }));
      if (!found) throw new Error(`event ${keyOf({ name, version })} is not in the registry`);
      return found;
    },
  };
}

function keyOf({ name, version }: { name: string; version: number }): string {
  return `${name}.v${version}`;
}

export const eventRegistry: EventRegistry = createEventRegistry(Object.values(EVENTS));
