interface Place {
  readonly appType: 'TEST' | 'LIVE';
  readonly integrationId: string;
}

interface NamedPlace extends Pick<Place, 'appType'> {
  readonly integrationId: string | null;
}

/**
 * Connectors by the other side and by type of app: a test app never reaches a connector of live apps,
 * nor a live app one of test apps.
 */
export abstract class ConnectorRegistry<Connector extends Place> {
  private readonly byKey = new Map<string, Connector>();

  /**
   * Refuses to start with two connectors for one place.
   * @param kind what the connectors are for, in errors: `card gateway`
   */
  protected constructor(
    private readonly kind: string,
    connectors: readonly Connector[],
  ) {
    for (const connector of connectors) {
      const key = keyOf(connector);
      if (this.byKey.has(key)) throw new Error(`two ${kind} connectors for ${key}`);
      this.byKey.set(key, connector);
    }
  }

  /** Undefined if nothing is named, or nothing that apps of this type may use. */
  find({ appType, integrationId }: NamedPlace): Connector | undefined {
    return integrationId === null ? undefined : this.byKey.get(keyOf({ appType, integrationId }));
  }

  /** The connector of what it started itself; it always exists. */
  get(place: Place): Connector {
    const connector = this.find(place);
    if (connector) return connector;
    throw new Error(`no ${this.kind} connector for ${keyOf(place)}`);
  }

  all(): readonly Connector[] {
    return [...this.byKey.values()];
  }

  /** Call-backs name the other side in their path, in any case. */
  forCallBack(integrationId: string): readonly Connector[] {
    return this.all().filter(
      (connector) => connector.integrationId.toLowerCase() === integrationId.toLowerCase(),
    );
  }
}

function keyOf({ appType, integrationId }: Place): string {
  return `${appType} ${integrationId}`;
}
