import { Injectable } from '@nestjs/common';
import { plusMs, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { SettlementPeriod } from './books/index.js';
import { CompareSubjects } from './compare-subjects.js';
import { ReconcileSettlements } from './reconcile-settlements.job.js';
import {
  ReconciledBooks,
  type GivenBack,
  type ReconciliationKey,
  type SettledEntry,
} from './reconciled-books.js';
import { SqlReconciliations, subjectOf } from './sql-reconciliations.js';

/** Clocks of test apps were restored too: what was settled may be ahead of them. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/** Sides of money that went back; the others are payments of their own. */
const WENT_BACK = ['REFUND', 'RETURN'];

export interface GapOrder {
  readonly customerAppId: CustomerAppId | undefined;
  /** The instant that the databases were restored to; real time. */
  readonly since: Date;
  /** Whether charges that our books do not know go back, and payouts are booked. */
  readonly giveBack: boolean;
}

/** Money that came after the restored instant, so that our books know nothing of it. */
export interface UnknownCharge {
  readonly key: ReconciliationKey;
  readonly charge: SettledEntry;
  /** Null when it was not to go back, or cannot from here. */
  readonly givenBack: GivenBack | null;
}

export interface GapAnswer {
  /** Lists that could not be read: ask again. */
  readonly silent: readonly ReconciliationKey[];
  readonly unknown: readonly UnknownCharge[];
}

/**
 * Compares everything that was settled since the databases' instant, closed hours or not. What
 * differs is noted as any other difference.
 */
@Injectable()
export class CompareGap {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly places: ReconcileSettlements,
    private readonly reconciliations: SqlReconciliations,
    private readonly compareSubjects: CompareSubjects,
  ) {}

  async execute({ customerAppId, since, giveBack }: GapOrder): Promise<GapAnswer> {
    const silent: ReconciliationKey[] = [];
    const unknown: UnknownCharge[] = [];
    for (const key of await this.places.started(customerAppId)) {
      try {
        for (const charge of await this.unknownAt(key, since)) {
          const givenBack = giveBack ? await this.books.giveBack(key, charge) : null;
          unknown.push({ key, charge, givenBack });
        }
      } catch (error) {
        if (this.books.listFailure(error) === null) throw error;
        silent.push(key);
      }
    }
    return { silent, unknown };
  }

  private async unknownAt(key: ReconciliationKey, since: Date): Promise<SettledEntry[]> {
    const period = await this.transactions.forApp(key.customerAppId, (tx) => {
      const aheadMs = tx.now.getTime() - tx.systemNow.getTime();
      return Promise.resolve<SettlementPeriod>({
        from: plusMs(since, Math.min(aheadMs, 0)),
        to: plusMs(tx.now, AHEAD_MS),
      });
    });
    const entries: SettledEntry[] = [];
    for await (const entry of this.books.settled(key, period)) entries.push(entry);
    const subjects = [...new Set(entries.map(subjectOf))];
    return this.transactions.forApp(key.customerAppId, async (tx) => {
      await this.reconciliations.keep(tx, key, entries);
      await this.compareSubjects.execute(tx, key, { subjects, settledBy: since });
      const held = await this.books.held(tx, key, subjects);
      return entries.filter(
        (entry) =>
          !WENT_BACK.includes(entry.kind) &&
          held.get(subjectOf(entry))?.reference !== entry.reference &&
          !wentBack(entry, entries),
      );
    });
  }
}

function wentBack(charge: SettledEntry, entries: readonly SettledEntry[]): boolean {
  const back = entries.filter(
    ({ kind, reference }) => reference === charge.reference && kind !== charge.kind,
  );
  return back.reduce((sum, { amount }) => sum + amount, 0) >= charge.amount;
}
