import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { plusMs, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, eachOf, Transactions, type AppTx, type RowOf } from '@towpath/persistence';
import {
  firstSettledUntil,
  isAskedNoMore,
  nextDifferenceQuestion,
  nextSettlementCloseAfter,
  RECONCILE_AGAIN_MS,
  reconciliationPeriods,
  type ReconciliationPeriods,
} from './books/index.js';
import { DifferencesService, type Suspect } from './differences.service.js';
import { ReconciledBooks, type ReconciliationKey, type SettledEntry } from './ports.js';
import { columnsOf, OF_KEY, reconciliations } from './reconciliation.table.js';

const PAGE = 200;
const MAX_NEW = 1_000;
const KEY = reconciliations.select('customerAppId', 'appType', 'integrationId');

type Reconciliation = RowOf<typeof reconciliations>;

interface Run {
  readonly key: ReconciliationKey;
  readonly row: Reconciliation;
  readonly periods: ReconciliationPeriods;
}

/**
 * Compares the books of an app with those of a gateway or bank, for periods that closed since the
 * last run. Every part is repeatable: entries, differences and closed differences stay, and the
 * position moves last.
 */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly differences: DifferencesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when it was not due, or the list could not be read. */
  async reconcile(key: ReconciliationKey): Promise<boolean> {
    const run = await this.claim(key);
    if (!run) return false;
    try {
      await this.readTheirs(run);
    } catch (error) {
      await this.leave(key, error);
      return false;
    }
    await this.findMissing(run);
    await this.moveOn(run, await this.compareOpen(run));
    return true;
  }

  /**
   * For operators: compares the periods that are closed now, before they are due; all apps if none
   * is named.
   */
  async reconcileNow(app?: CustomerAppId): Promise<number> {
    return eachOf(await this.keys(null, app), async (key) => {
      await this.inApp(key, async (tx) => {
        await tx.begun;
        await this.postpone(tx, key, tx.now);
      });
      if (!(await this.reconcile(key))) return false;
      while (await this.reconcile(key));
      return true;
    });
  }

  /**
   * Every app at every place of its type, or so many of those that are due, first due first. Starts
   * new ones first. After an app goes live, the gateways and banks of test apps are not read any more.
   */
  async keys(due: number | null, app?: CustomerAppId): Promise<ReconciliationKey[]> {
    const places = this.books.places();
    const appTypes = places.map(({ appType }) => appType);
    const integrationIds = places.map(({ integrationId }) => integrationId);
    const fresh = await this.transactions.asWorker((tx) =>
      tx.query<ReconciliationKey>(
        byValues(`SELECT ${KEY}
         FROM customer_app_views v
         JOIN unnest($2::text[], $3::text[]) AS p (app_type, integration_id) USING (app_type)
         WHERE ($1::text IS NULL OR customer_app_id = $1) AND NOT EXISTS (
           SELECT FROM reconciliations r WHERE r.customer_app_id = v.customer_app_id
             AND r.app_type = v.app_type AND r.integration_id = p.integration_id)
         LIMIT ${MAX_NEW}`),
        [app ?? null, appTypes, integrationIds],
      ),
    );
    await eachOf(fresh, (key) => this.start(key));
    return this.transactions.asWorker((tx) =>
      tx.query<ReconciliationKey>(
        byValues(`SELECT ${KEY}
         FROM reconciliations JOIN customer_app_views v USING (customer_app_id, app_type)
         WHERE ($2::int IS NULL OR due_at <= coalesce(v.clock_frozen_at,
             now() + v.clock_offset_ms * interval '1 millisecond'))
           AND ($1::text IS NULL OR customer_app_id = $1)
           AND (app_type, integration_id) IN (SELECT * FROM unnest($3::text[], $4::text[]))
         ORDER BY due_at LIMIT $2::int`),
        [app ?? null, due, appTypes, integrationIds],
      ),
    );
  }

  /** From recent settlements on. False when the app is of another type by now. */
  private start(key: ReconciliationKey): Promise<boolean> {
    return this.inApp(key, async (tx) => {
      await tx.begun;
      if (tx.customerApp.type !== key.appType) return false;
      // Before the clock of a test app was first moved, it showed real time.
      const startedAt = firstSettledUntil(tx.now < tx.systemNow ? tx.now : tx.systemNow);
      await tx.query(
        byValues(`INSERT INTO reconciliations
           (customer_app_id, app_type, integration_id, started_at, settled_until, due_at)
         VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT DO NOTHING`),
        [...columnsOf(key), startedAt, nextSettlementCloseAfter(tx.now)],
      );
      return true;
    });
  }

  /** Moves the due time on first, so that no other replica reads the same. */
  private claim(key: ReconciliationKey): Promise<Run | null> {
    return this.inApp(key, async (tx) => {
      const row = await this.lock(tx, key);
      if (!row || row.dueAt > tx.now || tx.customerApp.type !== key.appType) return null;
      await this.postpone(tx, key, plusMs(tx.now, RECONCILE_AGAIN_MS));
      return { key, row, periods: reconciliationPeriods(row, tx.now) };
    });
  }

  private async readTheirs({ key, periods: { theirs, settledBy } }: Run): Promise<void> {
    if (!theirs) return;
    for await (const entries of pagesOf(this.books.settled(key, theirs))) {
      await this.inApp(key, (tx) => this.differences.receive(tx, key, { entries, settledBy }));
    }
  }

  /** No hour is skipped: the next reading begins where this one did. */
  private async leave(key: ReconciliationKey, error: unknown): Promise<void> {
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
      await this.postpone(tx, key, nextSettlementCloseAfter(tx.now));
    });
  }

  private async findMissing({ key, periods: { ours, settledBy } }: Run): Promise<void> {
    if (!ours) return;
    await this.eachPage(key, async (tx, after) => {
      const { subjects, next } = await this.books.executed(tx, key, { ...ours, after });
      await this.differences.compare(tx, key, { subjects, settledBy });
      return next;
    });
  }

  /**
   * Closes differences that agree now. Returns those to ask about again: money without a record of
   * ours.
   */
  private async compareOpen({ key, row, periods }: Run): Promise<Suspect[]> {
    const { settledBy, settledUntil } = periods;
    const suspects = new Map<string, Suspect>();
    await this.eachPage(key, async (tx, after) => {
      const subjects = await this.differences.openSubjects(tx, key, { after, limit: PAGE });
      for (const suspect of await this.differences.compare(tx, key, { subjects, settledBy })) {
        suspects.set(suspect.subject, suspect);
      }
      return subjects.length === PAGE ? (subjects.at(-1) ?? null) : null;
    });
    const unsettled: Suspect[] = [];
    for (const suspect of suspects.values()) {
      if (isAskedNoMore(suspect.foundAt, row.settledUntil)) continue;
      if (await this.differences.ask(key, suspect, settledBy)) continue;
      if (!isAskedNoMore(suspect.foundAt, settledUntil)) unsettled.push(suspect);
      else this.logger.error({ ...key, ...suspect }, `a ${this.books.keeper} contradicts its list`);
    }
    return unsettled;
  }

  private moveOn({ key, row, periods }: Run, unsettled: readonly Suspect[]): Promise<void> {
    return this.inApp(key, async (tx) => {
      const { settledUntil, more } = periods;
      await tx.begun;
      const next = [
        nextSettlementCloseAfter(tx.now),
        ...unsettled.map(({ foundAt }) => nextDifferenceQuestion(foundAt, tx.now)),
      ].reduce((first, each) => (each < first ? each : first));
      const dueAt = more ? tx.now : next;
      await this.advance(tx, key, { from: row.settledUntil, settledUntil, dueAt });
    });
  }

  protected lock(tx: AppTx, key: ReconciliationKey): Promise<Reconciliation | null> {
    return reconciliations.lock(tx, key);
  }

  protected async postpone(tx: AppTx, key: ReconciliationKey, dueAt: Date): Promise<void> {
    const sql = byValues(`UPDATE reconciliations SET due_at = $4 WHERE ${OF_KEY}`);
    await tx.query(sql, [...columnsOf(key), dueAt]);
  }

  /** Does nothing when another process moved on from `from`. */
  protected async advance(
    tx: AppTx,
    key: ReconciliationKey,
    step: { readonly from: Date; readonly settledUntil: Date; readonly dueAt: Date },
  ): Promise<void> {
    await tx.query(
      byValues(`UPDATE reconciliations SET settled_until = $5, due_at = $6
       WHERE ${OF_KEY} AND settled_until = $4`),
      [...columnsOf(key), step.from, step.settledUntil, step.dueAt],
    );
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

/** Also what came before a silence: the next reading may go on behind it. */
async function* pagesOf(listed: AsyncIterable<SettledEntry>): AsyncIterable<SettledEntry[]> {
  let page: SettledEntry[] = [];
  try {
    for await (const entry of listed) {
      page.push(entry);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
  } catch (error) {
    if (page.length > 0) yield page;
    throw error;
  }
  if (page.length > 0) yield page;
}
