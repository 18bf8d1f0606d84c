import { SANDBOX, type ConnectorPlace } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { HeldBooks, SettledLine, SettlementPeriod } from './books/index.js';
import type { AppTx } from '@towpath/persistence';

/** A gateway or bank, as the apps of one type reach it. */
export interface SettlementPlace {
  readonly appType: 'TEST' | 'LIVE';
  /** For example `GW1`. */
  readonly integrationId: string;
}

/**
 * The place of a connector. Each connector settles apart, so that all but the sandbox are part of
 * the name.
 * @param suffix of a side that has a place of its own
 */
export function placeOf(
  { appType, integrationId, connector }: ConnectorPlace,
  suffix = '',
): SettlementPlace {
  const named = connector === SANDBOX ? '' : `_${connector.toUpperCase()}`;
  return { appType, integrationId: `${integrationId}${named}${suffix}` };
}

/** The connector of a place. It exists: only places of connectors are read. */
export function connectorAt<Connector extends ConnectorPlace>(
  connectors: readonly Connector[],
  { appType, integrationId }: SettlementPlace,
  suffix = '',
): Connector {
  const found = connectors.find(
    (each) => each.appType === appType && placeOf(each, suffix).integrationId === integrationId,
  );
  if (found) return found;
  throw new Error(`no connector settles at ${appType} ${integrationId}`);
}

/**
 * One app at one gateway or bank. The type is part of the key: an app that goes live starts again.
 */
export interface ReconciliationKey extends SettlementPlace {
  readonly customerAppId: CustomerAppId;
}

/** One line of a settlement. Amounts: minor units. */
export interface SettledEntry extends SettledLine {
  readonly paymentId: string | null;
  /** The account at the other side; null or absent for the account of the key. */
  readonly gatewayAccount?: string | null;
  readonly settledAt: Date;
}

/** A payment, as the other side names it. */
export type NamedPayment = Pick<SettledLine, 'reference' | 'gatewayReference'>;

/** Half-open: the end is not in it. On the app's clock. */
export interface ExecutedPeriod extends SettlementPeriod {
  /** End of the previous page. */
  readonly after: string | null;
}

export interface ExecutedPage {
  readonly subjects: readonly string[];
  /** Start of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * Results for money that our books did not contain. `BOOKED`: a payout, which cannot be returned,
 * is now in our books. Others: the other side's status of the money that we return.
 */
export const GIVEN_BACK = ['REFUNDED', 'PENDING', 'REFUSED', 'BOOKED'] as const;
export type GivenBack = (typeof GIVEN_BACK)[number];

/** Silence is met by asking again soon; a refusal by a person, and at the next hour. */
export type ListFailure = 'SILENT' | 'REFUSED';

/**
 * The books that a service compares: its own, and the source of the others. Both identify a payment
 * by its ID, the subject.
 */
export abstract class ReconciledBooks {
  /** The owner of the other books, for logs: `card gateway`. */
  abstract readonly keeper: string;
  /** Money that came and money that went back, as the lists call them. */
  abstract readonly sides: readonly string[];
  abstract places(): readonly SettlementPlace[];
  /** The settlements of a period, oldest first. A network call. */
  abstract settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry>;
  /** The cause of an error of `settled`; null for an error of our own. */
  abstract listFailure(error: unknown): ListFailure | null;
  /** By subject; without those that we do not have, or have at another place. */
  abstract held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>>;
  /** A page of what we executed in a period, whether or not the other side knows it. */
  abstract executed(
    tx: AppTx,
    key: ReconciliationKey,
    period: ExecutedPeriod,
  ): Promise<ExecutedPage>;
  /**
   * Makes a question due about money that moved without our knowledge. A settlement list alone
   * never changes our books: the answer does, as after a call-back. Returns the action after the
   * commit; null if a schedule asks.
   */
  abstract ask(tx: AppTx, payment: NamedPayment): Promise<(() => Promise<void>) | null>;
  /**
   * Returns money that our books do not contain, or books money that was paid out. A repeatable
   * network call. Null if neither is possible here.
   */
  giveBack(_key: ReconciliationKey, _charge: SettledEntry): Promise<GivenBack | null> {
    return Promise.resolve(null);
  }
}
