import { ConnectorRegistry } from '@towpath/http';
import type { CardGatewayConnector } from './ports.js';

/** The connectors of the card gateways; only one of a gateway may read its call-backs. */
export class CardGatewayRegistry extends ConnectorRegistry<CardGatewayConnector> {
  constructor(connectors: readonly CardGatewayConnector[]) {
    super('card gateway', connectors);
  }
}
