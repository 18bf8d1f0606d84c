import { ConnectorRegistry } from '@towpath/http';
import type { ExternalBillingConnector } from './ports.js';

/** The connectors of the billing systems. */
export class BillingRegistry extends ConnectorRegistry<ExternalBillingConnector> {
  constructor(connectors: readonly ExternalBillingConnector[]) {
    super('billing', connectors);
  }
}
