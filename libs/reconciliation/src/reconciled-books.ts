import type { CustomerAppId } from '@towpath/kernel';
import type { HeldBooks, SettledLine, SettlementPeriod } from './books/index.js';
import type { AppTx } from '@towpath/persistence';

/** A gateway or bank, as the apps of one type reach it. */
export interface SettlementPlace {
  readonly appType: 'TEST' | 'LIVE';
  /** For example `GW1`. */
  readonly integrationId: string;
}

/** One app at one place. An app that goes live begins anew: its type is part of the key. */
export interface ReconciliationKey extends SettlementPlace {
  readonly customerAppId: CustomerAppId;
}

/** One line of what was settled. Amounts: minor units. */
export interface SettledEntry extends SettledLine {
  readonly paymentId: string | null;
  readonly settledAt: Date;
}

/** Half-open: the end is not in it. On the app's clock. */
export interface ExecutedPeriod extends SettlementPeriod {
  /** Where the page before ended. */
  readonly after: string | null;
}

export interface ExecutedPage {
  readonly subjects: readonly string[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/**
 * What became of money that our books knew nothing of. `BOOKED`: it went out, cannot come back and
 * is in our books now. The others: what the other side says of money that is to go back.
 */
export const GIVEN_BACK = ['REFUNDED', 'PENDING', 'REFUSED', 'BOOKED'] as const;
export type GivenBack = (typeof GIVEN_BACK)[number];

/** Silence is met by asking again soon; a refusal by a person, and at the next hour. */
export type ListFailure = 'SILENT' | 'REFUSED';

/**
 * What a service compares: its own books, and where those of others are read. Both name a payment
 * by its ID, which is what is called a subject here.
 */
export abstract class ReconciledBooks {
  /** Who keeps the other books, for logs: `card gateway`. */
  abstract readonly keeper: string;
  /** Money that came and money that went back, as the lists call them. */
  abstract readonly sides: readonly string[];
  abstract places(): readonly SettlementPlace[];
  /** What was settled in a period, oldest first. A network call. */
  abstract settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry>;
  /** What an error of `settled` means; null for a fault of ours. */
  abstract listFailure(error: unknown): ListFailure | null;
  /** By subject; without those that we do not have, or have at another place. */
  abstract held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>>;
  /** A page of what we executed in a period, whether or not anybody else knows of it. */
  abstract executed(
    tx: AppTx,
    key: ReconciliationKey,
    period: ExecutedPeriod,
  ): Promise<ExecutedPage>;
  /**
   * Makes a question due about money that moved and that we never heard of. What a list says is not
   * believed: the answer to the question moves the books, as after a call-back. What to do after
   * the commit; null where a schedule asks.
   */
  abstract ask(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null>;
  /**
   * Sends money back that our books know nothing of, or books what is gone. A network call that may
   * be repeated. Null where neither can be done from here.
   */
  giveBack(_key: ReconciliationKey, _charge: SettledEntry): Promise<GivenBack | null> {
    return Promise.resolve(null);
  }
}
