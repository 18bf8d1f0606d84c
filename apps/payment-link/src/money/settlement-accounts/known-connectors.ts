import { clockOf, isKeyed, type ConnectorPlace, type ConnectorRegistry } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { SettlementAccountSettings } from '../../parties/payment-accounts/settlement-account.js';

type Settings = Pick<
  SettlementAccountSettings,
  | 'cardConnector'
  | 'cardIntegrationId'
  | 'debitConnector'
  | 'mandateIntegrationId'
  | 'payoutConnector'
  | 'transferConnector'
>;

type Registry = Pick<ConnectorRegistry<ConnectorPlace>, 'all'>;

interface CardPlace extends ConnectorPlace {
  readonly settles: 'at_once' | 'at_processor';
}

/** One use of an account, with what may serve it. */
interface Use {
  readonly field: string;
  readonly named: string | null;
  readonly list: readonly ConnectorPlace[];
}

interface Registries {
  readonly card: Pick<ConnectorRegistry<CardPlace>, 'all'>;
  readonly payout: Registry;
  readonly transfer: Registry;
}

/** Whether an account with these connectors belongs to an app whose clock is real time. */
export function needsRealTime(settings: Settings): boolean {
  const { cardConnector, debitConnector, payoutConnector, transferConnector } = settings;
  const named = [cardConnector, debitConnector, payoutConnector, transferConnector];
  return named.some((connector) => connector !== null && clockOf(connector) === 'real');
}

/** The connectors of this service that a settlement account may name, by their use. */
export class KnownConnectors {
  constructor(private readonly registries: Registries) {}

  /** Whether the card gateway of the account keeps what it captures until it pays out. */
  settlesAtProcessor(
    appType: ConnectorPlace['appType'],
    { cardIntegrationId, cardConnector }: Settings,
  ): boolean {
    return this.registries.card
      .all()
      .some(
        (card) =>
          card.settles === 'at_processor' &&
          card.appType === appType &&
          card.integrationId === cardIntegrationId &&
          card.connector === cardConnector,
      );
  }

  /**
   * Throws `INVALID_REQUEST` for a name that no registry has for apps of this type.
   * @param debit those of the service of mandates
   */
  check(
    appType: ConnectorPlace['appType'],
    settings: Settings,
    debit: readonly ConnectorPlace[],
  ): void {
    for (const { field, named, list } of this.usesOf(settings, debit)) {
      const known = list.filter((each) => each.appType === appType);
      if (named === null || known.some(({ connector }) => connector === named)) continue;
      const names = known.map(({ connector }) => connector).join(', ');
      throw new DomainError(
        'INVALID_REQUEST',
        names === ''
          ? `${field} must be absent: the account has no such connector for ${appType} apps.`
          : `${field} must be one of: ${names}.`,
      );
    }
  }

  /**
   * Throws `INVALID_REQUEST` for a connector that has no keys for the app. Rejects with
   * `PeerUnavailable` while nobody can say.
   */
  async checkKeys(
    appType: ConnectorPlace['appType'],
    settings: Settings,
    customerAppId: string,
  ): Promise<void> {
    for (const { field, named, list } of this.usesOf(settings, [])) {
      const found = list.find((each) => each.appType === appType && each.connector === named);
      if (!found || !isKeyed(found) || (await found.hasKeysOf(customerAppId))) continue;
      throw new DomainError(
        'INVALID_REQUEST',
        `${field} must be one that has keys for this app: set those of ${named} with gateway-account.`,
      );
    }
  }

  private usesOf(settings: Settings, debit: readonly ConnectorPlace[]): readonly Use[] {
    const { card, payout, transfer } = this.registries;
    const { cardConnector, debitConnector, payoutConnector, transferConnector } = settings;
    const at = (list: readonly ConnectorPlace[], integrationId: string | null) =>
      list.filter((each) => each.integrationId === integrationId);
    const cards = at(card.all(), settings.cardIntegrationId);
    const debits = at(debit, settings.mandateIntegrationId);
    return [
      { field: 'card_connector', named: cardConnector, list: cards },
      { field: 'debit_connector', named: debitConnector, list: debits },
      { field: 'payout_connector', named: payoutConnector, list: payout.all() },
      { field: 'transfer_connector', named: transferConnector, list: transfer.all() },
    ];
  }
}
