import type { ExternalBillingConnector } from './ports.js';

type AppType = ExternalBillingConnector['appType'];

interface Place {
  readonly appType: AppType;
  readonly integrationId: string;
}

/**
 * Connectors by type of app: a test app never reaches a live billing system, nor a live app a test
 * one.
 */
export class BillingRegistry {
  private readonly byKey = new Map<string, ExternalBillingConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(connectors: readonly ExternalBillingConnector[]) {
    for (const connector of connectors) {
      const key = keyOf(connector);
      if (this.byKey.has(key)) throw new Error(`two billing connectors for ${key}`);
      this.byKey.set(key, connector);
    }
  }

  find(place: Place): ExternalBillingConnector | undefined {
    return this.byKey.get(keyOf(place));
  }

  all(): readonly ExternalBillingConnector[] {
    return [...this.byKey.values()];
  }
}

function keyOf({ appType, integrationId }: Place): string {
  return `${appType} ${integrationId}`;
}
