import type { DirectDebitConnector } from './ports.js';

type AppType = DirectDebitConnector['appType'];

/**
 * Connectors by bank and type of app: a test app never reaches a connector of live apps, nor a live
 * app one of test apps.
 */
export class DirectDebitRegistry {
  private readonly byKey = new Map<string, DirectDebitConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(connectors: readonly DirectDebitConnector[]) {
    for (const connector of connectors) {
      const key = keyOf(connector);
      if (this.byKey.has(key)) throw new Error(`two direct debit connectors for ${key}`);
      this.byKey.set(key, connector);
    }
  }

  /** Undefined when the settlement account takes no direct debit, or none that this app may use. */
  find(place: {
    readonly appType: AppType;
    readonly integrationId: string | null;
  }): DirectDebitConnector | undefined {
    const { appType, integrationId } = place;
    return integrationId === null ? undefined : this.byKey.get(keyOf({ appType, integrationId }));
  }

  /** The connector of a mandate that it registered; it always exists. */
  get(place: { readonly appType: AppType; readonly integrationId: string }): DirectDebitConnector {
    const connector = this.find(place);
    if (connector) return connector;
    throw new Error(`no direct debit connector for ${keyOf(place)}`);
  }

  all(): DirectDebitConnector[] {
    return [...this.byKey.values()];
  }

  /** Call-backs name the bank in their path, in any case. */
  forCallBack(integrationId: string): DirectDebitConnector[] {
    return this.all().filter(
      (connector) => connector.integrationId.toLowerCase() === integrationId.toLowerCase(),
    );
  }
}

function keyOf({ appType, integrationId }: { appType: AppType; integrationId: string }): string {
  return `${appType} ${integrationId}`;
}
