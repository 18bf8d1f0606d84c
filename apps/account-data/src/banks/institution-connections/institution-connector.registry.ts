import { DomainError } from '@towpath/kernel';
import type { InstitutionConnector } from './institution-connector.js';
import type { ConnectorPlace } from './retrieved-data.js';

/**
 * Connectors by institution and type of app: a test app never reaches a connector of live apps, nor
 * a live app one of test apps.
 */
export class InstitutionConnectorRegistry {
  private readonly byPlace = new Map<string, InstitutionConnector>();

  /** Refuses to start with two connectors for one place. */
  constructor(connectors: readonly InstitutionConnector[]) {
    for (const connector of connectors) {
      for (const institutionId of connector.institutionIds) {
        const place = keyOf({ appType: connector.appType, institutionId });
        if (this.byPlace.has(place)) throw new Error(`two institution connectors for ${place}`);
        this.byPlace.set(place, connector);
      }
    }
  }

  /** Throws `INSTITUTION_NOT_CONNECTED` when no connector serves the institution for such apps. */
  get(place: ConnectorPlace): InstitutionConnector {
    const connector = this.byPlace.get(keyOf(place));
    if (connector) return connector;
    throw new DomainError(
      'INSTITUTION_NOT_CONNECTED',
      `No connector serves ${place.institutionId} for this customer app.`,
    );
  }
}

function keyOf({ appType, institutionId }: ConnectorPlace): string {
  return `${appType} ${institutionId}`;
}
