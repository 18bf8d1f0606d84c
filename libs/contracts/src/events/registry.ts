import * as loginIdentity from './account-data/login-identity.events.js';
import * as bill from './payment-link/bill.events.js';
import * as customerApp from './gateway/customer-app.events.js';
import type { EventDefinition } from './define-event.js';
import * as dispute from './dispute/dispute.events.js';
import * as mandateCharge from './mandate/mandate-charge.events.js';
import * as mandate from './mandate/mandate.events.js';
import * as paymentLink from './payment-link/payment-link.events.js';
import * as paymentMethod from './payment-link/payment-method.events.js';
import * as paymentUser from './payment-link/payment-user.events.js';
import * as payment from './payment-link/payment.events.js';
import * as payout from './payment-link/payout.events.js';
import * as refund from './payment-link/refund.events.js';

const modules = {
  ...customerApp,
  ...loginIdentity,
  ...mandate,
  ...mandateCharge,
  ...paymentUser,
  ...paymentLink,
  ...paymentMethod,
  ...payment,
  ...payout,
  ...refund,
  ...dispute,
  ...bill,
};

export type KnownEvent = (typeof modules)[keyof typeof modules];
/** The wire names of all events. */
export type EventName = KnownEvent['name'];
/** The payload of the event with this name. */
export type PayloadOf<N extends EventName> =
  Extract<KnownEvent, { name: N }> extends EventDefinition<infer P, N> ? P : never;

/** Any event, where the kind of payload does not matter. */
export type AnyEventDefinition = Omit<EventDefinition, 'key' | 'payload'> & {
  readonly payload: new () => object;
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

export const eventRegistry: EventRegistry = createEventRegistry(Object.values(modules));
