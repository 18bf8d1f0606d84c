import type { DisputeFact } from '../../cards/disputes/domain/card-dispute.js';
import type { CallbackFact } from '../../cards/authorizations/callback-fact.js';
import type { GatewayName, PartyName } from '../parties/gateways.js';

/** The signature of one simulated party's call-backs. */
export abstract class CallbackSigner {
  abstract readonly gateway: PartyName;
  /** Headers that prove the sender. `sentAt` is real time. */
  abstract callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>>;
}

/** Format and signature of one simulated card gateway's call-backs. */
export abstract class GatewayProtocol extends CallbackSigner {
  abstract override readonly gateway: GatewayName;
  abstract callbackBody(fact: CallbackFact): object;
  /** A notification about a dispute, which is also how the gateway answers about it. */
  abstract disputeBody(fact: DisputeFact): object;
}

/** Finds the protocol of a card gateway. */
export class GatewayProtocols {
  private readonly byGateway: ReadonlyMap<GatewayName, GatewayProtocol>;

  constructor(protocols: readonly GatewayProtocol[]) {
    this.byGateway = new Map(protocols.map((protocol) => [protocol.gateway, protocol]));
  }

  of(gateway: GatewayName): GatewayProtocol {
    const protocol = this.byGateway.get(gateway);
    if (protocol) return protocol;
    throw new Error(`no protocol for gateway ${gateway}`);
  }
}

/** Finds who signs the call-backs of a party. */
export class CallbackSigners {
  private readonly byParty: ReadonlyMap<PartyName, CallbackSigner>;

  constructor(signers: readonly CallbackSigner[]) {
    this.byParty = new Map(signers.map((signer) => [signer.gateway, signer]));
  }

  of(party: PartyName): CallbackSigner {
    const signer = this.byParty.get(party);
    if (signer) return signer;
    throw new Error(`no key signs call-backs of ${party}`);
  }
}
