import type { PayoutConnector } from './ports.js';

type AppType = PayoutConnector['appType'];

interface Place {
  readonly appType: AppType;
  readonly integrationId: string;
}

/**
 * Connectors by bank and type of app: a test app never reaches a connector of live apps, nor a live
 * app one of test apps.
 */
export class PayoutRegistry {
  private readonly byKey = new Map<string, PayoutConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(connectors: readonly PayoutConnector[]) {
    for (const connector of connectors) {
      const key = keyOf(connector);
      if (this.byKey.has(key)) throw new Error(`two payout connectors for ${key}`);
      this.byKey.set(key, connector);
    }
  }

  /** The connector for new payouts of apps of this type; undefined if there is none. */
  forApps(appType: AppType): PayoutConnector | undefined {
    return this.all().find((connector) => connector.appType === appType);
  }

  /** The connector of a payout that it started; it always exists. */
  get(place: Place): PayoutConnector {
    const connector = this.byKey.get(keyOf(place));
    if (connector) return connector;
    throw new Error(`no payout connector for ${keyOf(place)}`);
  }

  all(): readonly PayoutConnector[] {
    return [...this.byKey.values()];
  }
}

function keyOf({ appType, integrationId }: Place): string {
  return `${appType} ${integrationId}`;
}
