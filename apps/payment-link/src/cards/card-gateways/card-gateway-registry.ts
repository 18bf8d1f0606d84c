import type { CardGatewayConnector } from './ports.js';

type AppType = CardGatewayConnector['appType'];

/**
 * Connectors by gateway and type of app: a test app never reaches a connector of live apps, nor a
 * live app one of test apps.
 */
export class CardGatewayRegistry {
  private readonly byKey = new Map<string, CardGatewayConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(connectors: readonly CardGatewayConnector[]) {
    for (const connector of connectors) {
      const key = keyOf(connector);
      if (this.byKey.has(key)) throw new Error(`two card gateway connectors for ${key}`);
      this.byKey.set(key, connector);
    }
  }

  find(place: {
    readonly appType: AppType;
    readonly integrationId: string | null;
  }): CardGatewayConnector | undefined {
    const { appType, integrationId } = place;
    return integrationId === null ? undefined : this.byKey.get(keyOf({ appType, integrationId }));
  }

  /** The connector of an attempt that it started; it always exists. */
  get(place: { readonly appType: AppType; readonly integrationId: string }): CardGatewayConnector {
    const connector = this.find(place);
    if (connector) return connector;
    throw new Error(`no card gateway connector for ${keyOf(place)}`);
  }

  all(): readonly CardGatewayConnector[] {
    return [...this.byKey.values()];
  }

  /** Call-backs name the gateway in their path; only one connector may read them. */
  forCallBack(integrationId: string): CardGatewayConnector[] {
    return [...this.byKey.values()].filter(
      (connector) => connector.integrationId.toLowerCase() === integrationId.toLowerCase(),
    );
  }
}

function keyOf({ appType, integrationId }: { appType: AppType; integrationId: string }): string {
  return `${appType} ${integrationId}`;
}
