import { createHash } from 'node:crypto';
import { GatewayRefusal } from './gateway-refusal.js';

/** The simulated card gateways. Each has a folder of its own with its wire format and its quirks. */
const GATEWAYS = ['GW1', 'GW2', 'GW4'] as const;

export type GatewayName = (typeof GATEWAYS)[number];

/** The simulated bank: direct debit only, so it has no card fields and no challenge page. */
export const BANK = 'GW3';

/** Names of all parties with books and call-backs. `STRIPE` is the double of that processor. */
export type PartyName = GatewayName | typeof BANK | 'STRIPE';

/** The gateway that a path names in lower case: `gw1` is `GW1`. */
export function gatewayOfPath(segment: string): GatewayName {
  const found = GATEWAYS.find((gateway) => gateway.toLowerCase() === segment);
  if (found) return found;
  throw new GatewayRefusal('not_found', 'There is nothing here.');
}

export function pathOf(gateway: string): string {
  return `/${gateway.toLowerCase()}`;
}

/** Finds what belongs to a simulated party by the name of the party. */
export class Parties<P extends { readonly gateway: string }> {
  private readonly byName: ReadonlyMap<string, P>;

  constructor(parties: readonly P[]) {
    this.byName = new Map(parties.map((party) => [party.gateway, party]));
  }

  of(gateway: string): P {
    const party = this.byName.get(gateway);
    if (party) return party;
    throw new Error(`no party is named ${gateway}`);
  }
}

/** Permitted references of a merchant. */
export const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;

/** The request from which a reference is derived. */
export interface ReferenceSubject {
  readonly gateway: string;
  readonly customerAppId: string;
  readonly reference: string;
}

/** Capital hex digits; another label gives others. */
export function derivedReference(subject: ReferenceSubject, label: string, length: number): string {
  const { gateway, customerAppId, reference } = subject;
  const seed = JSON.stringify([gateway, customerAppId, reference, label]);
  return createHash('sha256').update(seed).digest('hex').slice(0, length).toUpperCase();
}

/** Tells a repeat from another request under the same reference. Members in any order. */
export function requestHash(request: object): string {
  const members = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

export function assertRepeated(known: { readonly requestHash: string }, hash: string): void {
  if (known.requestHash === hash) return;
  throw new GatewayRefusal('reference_reused', 'This reference belongs to another request.');
}
