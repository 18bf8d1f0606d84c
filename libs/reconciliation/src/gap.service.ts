import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { plusMs, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { eachOf, Transactions } from '@towpath/persistence';
import { isReversal } from './books/compare-books.js';
import { DifferencesService, subjectOf, type Suspect } from './differences.service.js';
import {
  ReconciledBooks,
  type GivenBack,
  type ReconciliationKey,
  type SettledEntry,
} from './ports.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Time in ms by which settlements may be later than the restored clocks of test apps. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/** Sides of no charge, transfer or payout of its own, beside those of money that came back. */
const FOLLOWS = ['REFUND', 'RETURN', 'DISPUTE', 'OTHER_CREDIT', 'OTHER_DEBIT'];
/** Whether it is no charge, transfer or payout of its own. */
const follows = (kind: string) => FOLLOWS.includes(kind) || isReversal(kind);

export interface GapOrder {
  readonly customerAppId: CustomerAppId | undefined;
  /** The instant that the databases were restored to; real time. */
  readonly since: Date;
  /** Whether to return charges that our books do not contain, and to book such payouts. */
  readonly giveBack: boolean;
}

/** Money that arrived after the restored instant, so our books do not contain it. */
interface UnknownCharge {
  readonly key: ReconciliationKey;
  readonly charge: SettledEntry;
  /** Null if it was not to be returned, or cannot be returned here. */
  readonly givenBack: GivenBack | null;
}

/** A payment that our books know, and whose settled money they do not know. */
interface UnrecordedPayment extends Suspect {
  readonly key: ReconciliationKey;
}

export interface Gap {
  /** Lists that could not be read: ask again. */
  readonly silent: readonly ReconciliationKey[];
  readonly unknown: readonly UnknownCharge[];
  /** Asked about just now, but the answer is not in our books yet: compare again. */
  readonly unrecorded: readonly UnrecordedPayment[];
}

interface AskedPayment {
  readonly payment: UnrecordedPayment;
  /** False of money that went back in the gap: an answer need not bring it into our books. */
  readonly isKept: boolean;
}

/**
 * Compares everything that was settled since the databases' instant, closed hours or not. What
 * differs is noted as any other difference. Payments that our books know and whose money they do
 * not know are asked about, as the hourly reconciliation would: their schedules had no question.
 */
@Injectable()
export class GapService {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly reconciliation: ReconciliationService,
    private readonly differences: DifferencesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async compare({ customerAppId, since, giveBack }: GapOrder): Promise<Gap> {
    const silent: ReconciliationKey[] = [];
    const unknown: UnknownCharge[] = [];
    const asked: AskedPayment[] = [];
    for (const key of await this.reconciliation.keys(null, customerAppId)) {
      try {
        const gap = await this.gapAt(key, since);
        asked.push(...gap.asked);
        for (const charge of gap.unknown) {
          const givenBack = giveBack ? await this.books.giveBack(key, charge) : null;
          unknown.push({ key, charge, givenBack });
        }
      } catch (error) {
        if (this.books.listFailure(error) === null) throw error;
        silent.push(key);
      }
    }
    const unrecorded: UnrecordedPayment[] = [];
    await eachOf(asked, async ({ payment, isKept }) => {
      const isSettled = await this.settles(payment, since);
      if (isKept && !isSettled) unrecorded.push(payment);
      return isSettled;
    });
    return { silent, unknown, unrecorded };
  }

  private async gapAt(key: ReconciliationKey, since: Date) {
    const period = await this.transactions.forApp(key.customerAppId, async (tx) => {
      await tx.begun;
      const aheadMs = tx.now.getTime() - tx.systemNow.getTime();
      return { from: plusMs(since, Math.min(aheadMs, 0)), to: plusMs(tx.now, AHEAD_MS) };
    });
    const entries: SettledEntry[] = [];
    for await (const entry of this.books.settled(key, period)) entries.push(entry);
    return this.transactions.forApp(key.customerAppId, async (tx) => {
      const suspects = await this.differences.receive(tx, key, { entries, settledBy: since });
      const held = await this.books.held(tx, key, [...new Set(entries.map(subjectOf))]);
      const asked = suspects.map((suspect): AskedPayment => ({
        payment: { key, ...suspect },
        isKept: entries.some((entry) => isKeptOf(suspect, entry) && !wentBack(entry, entries)),
      }));
      const unknown = entries.filter(
        (entry) =>
          !follows(entry.kind) &&
          held.get(subjectOf(entry))?.reference !== entry.reference &&
          !wentBack(entry, entries),
      );
      return { asked, unknown };
    });
  }

  private async settles({ key, ...suspect }: UnrecordedPayment, since: Date): Promise<boolean> {
    try {
      return await this.differences.ask(key, suspect, since);
    } catch (error) {
      if (this.books.listFailure(error) === null) throw error;
      const { subject } = suspect;
      this.logger.warn({ error, ...key, subject }, `a ${this.books.keeper} did not answer`);
      return false;
    }
  }
}

function isKeptOf({ side, reference }: Suspect, entry: SettledEntry): boolean {
  return !follows(side) && entry.kind === side && entry.reference === reference;
}

function wentBack(charge: SettledEntry, entries: readonly SettledEntry[]): boolean {
  const back = entries.filter(
    ({ kind, reference }) => reference === charge.reference && kind !== charge.kind,
  );
  const gone = ({ kind, amount }: SettledEntry) => (isReversal(kind) ? -amount : amount);
  return back.reduce((sum, entry) => sum + gone(entry), 0) >= charge.amount;
}
