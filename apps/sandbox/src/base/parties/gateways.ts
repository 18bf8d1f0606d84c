import { GatewayRefusal } from './gateway-refusal.js';

/** The simulated card gateways. Each has a folder of its own with its wire format and its quirks. */
const GATEWAYS = ['GW1', 'GW2', 'GW4'] as const;

export type GatewayName = (typeof GATEWAYS)[number];

/** The simulated bank: direct debit only, so it has no card fields and no challenge page. */
export const BANK = 'GW3';

/** Names of all parties with books and call-backs. */
export type PartyName = GatewayName | typeof BANK;

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
