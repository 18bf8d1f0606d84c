import type { PayoutConnector } from './ports.js';

type AppType = PayoutConnector['appType'];

interface Place {
  readonly appType: AppType;
  readonly integrationId: string;
}

/**
 * Connectors by the app's type and the bank: with a test app in hand there is no way to a connector
 * of live apps, nor the other way round.
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

  /** Who sends new payouts of apps of this type; undefined when nobody does. */
  forApps(appType: AppType): PayoutConnector | undefined {
    return this.all().find((connector) => connector.appType === appType);
  }

  /** For a payout that was started with it: it cannot be gone. */
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
