import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import {
  nextSettlementCloseAfter,
  plusMs,
  RECONCILE_AGAIN_MS,
  RECONCILE_ASKED_AGAIN_MS,
  reconciliationPeriods,
  type PaymentId,
  type ReconciliationPeriods,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions, type AppTx } from '@towpath/persistence';
import { FindDebits } from '../charges/find-debits.query.js';
import { DirectDebitRegistry } from '../direct-debit/direct-debit-registry.js';
import { BankUnavailable, ChargeNotices, type SettledDebit } from '../direct-debit/ports.js';
import { CompareSubjects } from './compare-subjects.js';
import { ReconciliationRepository, type Reconciliation, type ReconciliationKey } from './ports.js';

const PAGE = 200;

interface Run {
  readonly key: ReconciliationKey;
  readonly row: Reconciliation;
  readonly periods: ReconciliationPeriods;
}

/**
 * Compares one app's books with one bank's, for the periods that closed since the last time.
 * Every part may be done again: what was read, found and closed stays so, and the mark of how far
 * it got moves last.
 */
@Injectable()
export class ReconcileBank {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly banks: DirectDebitRegistry,
    private readonly reconciliations: ReconciliationRepository,
    private readonly debits: FindDebits,
    private readonly compare: CompareSubjects,
    private readonly notices: ChargeNotices,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when it was not due, or its bank did not answer. */
  async execute(key: ReconciliationKey): Promise<boolean> {
    const run = await this.claim(key);
    if (!run) return false;
    try {
      await this.readTheirs(run);
    } catch (error) {
      if (!(error instanceof BankUnavailable)) throw error;
      this.logger.warn({ error, ...key }, 'a direct debit bank did not list what it settled');
      return false;
    }
    await this.lookForOurs(run);
    const unheard = await this.lookAtOpen(run);
    await this.moveOn(run, unheard);
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
    const { customerAppId } = key;
    const listed = this.banks.get(key).listSettled({ customerAppId, ...periods.theirs });
    for await (const entries of pagesOf(listed)) {
      const subjects = entries.map(({ paymentId, reference }) => paymentId ?? reference);
      await this.inApp(key, async (tx) => {
        await this.reconciliations.keep(tx, key, entries);
        await this.compare.execute(tx, key, { subjects, settledBy: periods.settledBy });
      });
    }
  }

  private async lookForOurs({ key, periods }: Run): Promise<void> {
    const { ours, settledBy } = periods;
    if (!ours) return;
    let after: PaymentId | null = null;
    do {
      const from: PaymentId | null = after;
      after = await this.inApp(key, async (tx) => {
        const page = { after: from, limit: PAGE };
        const subjects = await this.debits.collectedBetween(tx, key.integrationId, {
          ...ours,
          ...page,
        });
        await this.compare.execute(tx, key, { subjects, settledBy });
        return subjects.length === PAGE ? (subjects.at(-1) ?? null) : null;
      });
    } while (after !== null);
  }

  /**
   * Closes those that agree by now. Of money that moved and that we never heard of, the bank is
   * asked, as after its call: what it answers moves the debit. Returns how many are still unheard.
   */
  private async lookAtOpen(run: Run): Promise<number> {
    const suspects = new Set<string>();
    let after: string | null = null;
    do {
      const from: string | null = after;
      after = await this.inApp(run.key, async (tx) => {
        const page = { after: from, limit: PAGE };
        const subjects = await this.compare.openSubjects(tx, run.key, page);
        for (const suspect of await this.compared(tx, run, subjects)) suspects.add(suspect);
        return subjects.length === PAGE ? (subjects.at(-1) ?? null) : null;
      });
    } while (after !== null);
    let unheard = 0;
    for (const suspect of suspects) unheard += await this.ask(run, suspect);
    return unheard;
  }

  /** A debit has the name of its payment at the bank. Returns 0 once its answer is in our books. */
  private async ask(run: Run, paymentId: string): Promise<number> {
    const asking = await this.inApp(run.key, (tx) => this.notices.wake(tx, paymentId));
    await asking?.();
    return this.inApp(run.key, async (tx) => (await this.compared(tx, run, [paymentId])).length);
  }

  private compared(tx: AppTx, run: Run, subjects: readonly string[]): Promise<string[]> {
    const { settledBy } = run.periods;
    return this.compare.execute(tx, run.key, { subjects, settledBy });
  }

  private moveOn({ key, row, periods }: Run, unheard: number): Promise<void> {
    return this.inApp(key, async (tx) => {
      const { settledUntil, more } = periods;
      const nextClose = nextSettlementCloseAfter(tx.now);
      const soon = plusMs(tx.now, RECONCILE_ASKED_AGAIN_MS);
      const next = unheard > 0 && soon < nextClose ? soon : nextClose;
      const step = { from: row.settledUntil, settledUntil, dueAt: more ? tx.now : next };
      await this.reconciliations.moveOn(tx, key, step);
    });
  }

  private inApp<T>(key: ReconciliationKey, work: (tx: AppTx) => Promise<T>): Promise<T> {
    return this.transactions.forApp(key.customerAppId, work);
  }
}

async function* pagesOf(listed: AsyncIterable<SettledDebit>): AsyncIterable<SettledDebit[]> {
  let page: SettledDebit[] = [];
  for await (const entry of listed) {
    page.push(entry);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
