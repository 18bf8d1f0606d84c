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
