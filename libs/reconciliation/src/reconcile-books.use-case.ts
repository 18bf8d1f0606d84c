import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { plusMs } from '@towpath/kernel';
import {
  isAskedNoMore,
  nextDifferenceQuestion,
  nextSettlementCloseAfter,
  RECONCILE_AGAIN_MS,
  reconciliationPeriods,
  type ReconciliationPeriods,
} from './books/index.js';
import type { Logger } from '@towpath/observability';
import { Transactions, type AppTx } from '@towpath/persistence';
import { CompareSubjects, type Suspect } from './compare-subjects.js';
import { ReconciledBooks, type ReconciliationKey, type SettledEntry } from './reconciled-books.js';
import { SqlReconciliations, subjectOf, type Reconciliation } from './sql-reconciliations.js';

const PAGE = 200;

interface Run {
  readonly key: ReconciliationKey;
  readonly row: Reconciliation;
  readonly periods: ReconciliationPeriods;
}

/**
 * Compares the books of one app with those of one gateway or bank, for periods that closed since
 * the last run. Every part is repeatable: entries, differences and closed differences stay, and the
 * position moves last.
 */
@Injectable()
export class ReconcileBooks {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly reconciliations: SqlReconciliations,
    private readonly compareSubjects: CompareSubjects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when it was not due, or the list could not be read. */
  async execute(key: ReconciliationKey): Promise<boolean> {
    const run = await this.claim(key);
    if (!run) return false;
    try {
      await this.readTheirs(run);
    } catch (error) {
      await this.leave(run, error);
      return false;
    }
    await this.findMissing(run);
    const unsettled = await this.compareOpen(run);
    await this.moveOn(run, unsettled);
    return true;
  }

  /** Like `execute`, due or not, until all closed periods are read. */
  async now(key: ReconciliationKey): Promise<boolean> {
    await this.inApp(key, async (tx) => {
      await tx.begun;
      await this.reconciliations.postpone(tx, key, tx.now);
    });
    if (!(await this.execute(key))) return false;
    while (await this.execute(key));
    return true;
  }

  /** Moves the due time on first, so that no other replica reads the same. */
  private claim(key: ReconciliationKey): Promise<Run | null> {
    return this.inApp(key, async (tx) => {
      const row = await this.reconciliations.lock(tx, key);
      if (!row || row.dueAt > tx.now || tx.customerApp.type !== key.appType) return null;
      await this.reconciliations.postpone(tx, key, plusMs(tx.now, RECONCILE_AGAIN_MS));
      return { key, row, periods: reconciliationPeriods(row, tx.now) };
    });
  }

  private async readTheirs({ key, periods }: Run): Promise<void> {
    if (!periods.theirs) return;
    for await (const entries of pagesOf(this.books.settled(key, periods.theirs))) {
      const subjects = entries.map(subjectOf);
      await this.inApp(key, async (tx) => {
        await this.reconciliations.keep(tx, key, entries);
        await this.compareSubjects.execute(tx, key, { subjects, settledBy: periods.settledBy });
      });
    }
  }

  /** No hour is skipped: the next reading begins where this one did. */
  private async leave({ key }: Run, error: unknown): Promise<void> {
    const failure = this.books.listFailure(error);
    if (failure === null) throw error;
    const { keeper } = this.books;
    if (failure === 'SILENT') {
      this.logger.warn({ error, ...key }, `a ${keeper} did not list what it settled`);
      return;
    }
    this.logger.error({ error, ...key }, `a ${keeper} refuses to list what it settled`);
    await this.inApp(key, async (tx) => {
      await tx.begun;
      await this.reconciliations.postpone(tx, key, nextSettlementCloseAfter(tx.now));
    });
  }

  private findMissing({ key, periods }: Run): Promise<void> {
    const { ours, settledBy } = periods;
    if (!ours) return Promise.resolve();
    return this.eachPage(key, async (tx, after) => {
      const { subjects, next } = await this.books.executed(tx, key, { ...ours, after });
      await this.compareSubjects.execute(tx, key, { subjects, settledBy });
      return next;
    });
  }

  /**
   * Closes differences that agree now. Returns those to ask about again: money without a record of
   * ours.
   */
  private async compareOpen(run: Run): Promise<Suspect[]> {
    const suspects = new Map<string, Suspect>();
    await this.eachPage(run.key, async (tx, after) => {
      const page = { after, limit: PAGE };
      const subjects = await this.compareSubjects.openSubjects(tx, run.key, page);
      for (const suspect of await this.compared(tx, run, subjects)) {
        suspects.set(suspect.subject, suspect);
      }
      return subjects.length === PAGE ? (subjects.at(-1) ?? null) : null;
    });
    const { row, periods, key } = run;
    const unsettled: Suspect[] = [];
    for (const suspect of suspects.values()) {
      if (isAskedNoMore(suspect.foundAt, row.settledUntil)) continue;
      if (await this.settles(run, suspect)) continue;
      if (!isAskedNoMore(suspect.foundAt, periods.settledUntil)) unsettled.push(suspect);
      else this.logger.error({ ...key, ...suspect }, `a ${this.books.keeper} contradicts its list`);
    }
    return unsettled;
  }

  /** Asks; true once the answer is in our books. */
  private async settles(run: Run, { subject, reference }: Suspect): Promise<boolean> {
    const asking = await this.inApp(run.key, (tx) => this.books.ask(tx, reference));
    if (!asking) return false;
    await asking();
    const left = await this.inApp(run.key, (tx) => this.compared(tx, run, [subject]));
    return left.length === 0;
  }

  private compared(tx: AppTx, run: Run, subjects: readonly string[]): Promise<Suspect[]> {
    const { settledBy } = run.periods;
    return this.compareSubjects.execute(tx, run.key, { subjects, settledBy });
  }

  private moveOn({ key, row, periods }: Run, unsettled: readonly Suspect[]): Promise<void> {
    return this.inApp(key, async (tx) => {
      const { settledUntil, more } = periods;
      await tx.begun;
      const next = [
        nextSettlementCloseAfter(tx.now),
        ...unsettled.map(({ foundAt }) => nextDifferenceQuestion(foundAt, tx.now)),
      ].reduce((first, each) => (each < first ? each : first));
      const step = { from: row.settledUntil, settledUntil, dueAt: more ? tx.now : next };
      await this.reconciliations.moveOn(tx, key, step);
    });
  }

  /** A transaction for each page: `work` returns where the next one begins, or null. */
  private async eachPage(
    key: ReconciliationKey,
    work: (tx: AppTx, after: string | null) => Promise<string | null>,
  ): Promise<void> {
    let after: string | null = null;
    do {
      const from: string | null = after;
      after = await this.inApp(key, (tx) => work(tx, from));
    } while (after !== null);
  }

  private inApp<T>(key: ReconciliationKey, work: (tx: AppTx) => Promise<T>): Promise<T> {
    return this.transactions.forApp(key.customerAppId, work);
  }
}

async function* pagesOf(listed: AsyncIterable<SettledEntry>): AsyncIterable<SettledEntry[]> {
  let page: SettledEntry[] = [];
  for await (const entry of listed) {
    page.push(entry);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
