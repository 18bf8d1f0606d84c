import { DomainError } from '@towpath/kernel';

/** Simulated gateways and banks: what the settlement account of a test app uses unless it names another. */
export const SANDBOX = 'sandbox';

/**
 * The clock of what a connector speaks to. The sandbox follows the app's clock. Everything else lives
 * in real time, so an app that uses it has a clock that cannot be moved.
 */
export function clockOf(connector: string): 'app' | 'real' {
  return connector === SANDBOX ? 'app' : 'real';
}

/**
 * For a request of `/testing` about what is not at the sandbox.
 * @param about what it is about, for example `payment`
 */
export function notSimulated(
  about: string,
  { connector }: { readonly connector: string },
): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    `The ${about} is at ${connector}, where nothing is simulated. Use the test mode there.`,
  );
}

/** Where a connector belongs. A row that a connector made keeps these names. */
export interface ConnectorPlace {
  readonly appType: 'TEST' | 'LIVE';
  /** For example `GW1`: the name in the public interface. */
  readonly integrationId: string;
  /** What the connector speaks to, in lower case: `sandbox`. */
  readonly connector: string;
}

/** A connector that needs keys, of the app or of the deployment. */
export interface KeyedConnector {
  /** Rejects with `PeerUnavailable` while the keys of apps cannot be read. */
  hasKeysOf(customerAppId: string): Promise<boolean>;
}

export function isKeyed(connector: object): connector is KeyedConnector {
  return 'hasKeysOf' in connector;
}

interface NamedPlace extends Pick<ConnectorPlace, 'appType'> {
  readonly integrationId: string | null;
  readonly connector: string | null;
}

/**
 * Connectors by type of app, integration and name: a test app never reaches a connector of live apps,
 * nor a live app one of test apps.
 */
export abstract class ConnectorRegistry<Connector extends ConnectorPlace> {
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
  find({ appType, integrationId, connector }: NamedPlace): Connector | undefined {
    if (integrationId === null || connector === null) return undefined;
    return this.byKey.get(keyOf({ appType, integrationId, connector }));
  }

  /** The connector of what it started itself; it always exists. */
  get(place: ConnectorPlace): Connector {
    const connector = this.find(place);
    if (connector) return connector;
    throw new Error(`no ${this.kind} connector for ${keyOf(place)}`);
  }

  all(): readonly Connector[] {
    return [...this.byKey.values()];
  }

  /** All of one integration, whose name call-backs carry in their path in any case. */
  named(integrationId: string): readonly Connector[] {
    return this.all().filter(
      (connector) => connector.integrationId.toLowerCase() === integrationId.toLowerCase(),
    );
  }
}

/** Connectors that settlement accounts choose by name alone, so that a name has one integration. */
export abstract class BankRegistry<Bank extends ConnectorPlace> extends ConnectorRegistry<Bank> {
  protected constructor(kind: string, banks: readonly Bank[]) {
    super(kind, banks);
    for (const bank of banks) {
      if (this.forAccount(bank.appType, bank.connector) === bank) continue;
      throw new Error(`two ${kind} connectors of ${bank.appType} apps are named ${bank.connector}`);
    }
  }

  /** The one that a settlement account names; undefined if there is none for apps of this type. */
  forAccount(appType: Bank['appType'], connector: string | null): Bank | undefined {
    return this.all().find((bank) => bank.appType === appType && bank.connector === connector);
  }
}

function keyOf({ appType, integrationId, connector }: ConnectorPlace): string {
  return `${appType} ${integrationId} ${connector}`;
}
