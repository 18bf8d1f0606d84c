import type { CallbackFact } from '../cards/domain/callback-fact.js';
import type { GatewayName } from '../gateways.js';

/** How one simulated gateway writes and signs its call-backs. */
export abstract class GatewayProtocol {
  abstract readonly gateway: GatewayName;
  abstract callbackBody(fact: CallbackFact): object;
  /** Headers that prove the sender. `sentAt` is real time. */
  abstract callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>>;
}

/** Finds the protocol of a gateway. */
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
