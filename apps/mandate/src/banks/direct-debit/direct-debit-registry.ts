import { ConnectorRegistry } from '@towpath/http';
import type { DirectDebitConnector } from './ports.js';

/**
 * The connectors of the direct debit banks. `find` gives none if the settlement account takes no
 * direct debit, or none that this app may use.
 */
export class DirectDebitRegistry extends ConnectorRegistry<DirectDebitConnector> {
  constructor(connectors: readonly DirectDebitConnector[]) {
    super('direct debit', connectors);
  }
}
