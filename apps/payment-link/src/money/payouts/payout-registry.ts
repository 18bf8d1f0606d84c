import { ConnectorRegistry } from '@towpath/http';
import type { PayoutConnector } from './ports.js';

/** The connectors of the banks that pay out. */
export class PayoutRegistry extends ConnectorRegistry<PayoutConnector> {
  constructor(connectors: readonly PayoutConnector[]) {
    super('payout', connectors);
  }

  /** The connector for new payouts of apps of this type; undefined if there is none. */
  forApps(appType: PayoutConnector['appType']): PayoutConnector | undefined {
    return this.all().find((connector) => connector.appType === appType);
  }
}
