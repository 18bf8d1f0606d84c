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
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import { GatewayUnavailable, type SettledEntry } from '../card-gateways/ports.js';
import { AskAgain } from './ask-again.js';
import { CompareSubjects } from './compare-subjects.js';
import { ExecutedHere } from './executed-here.js';
import { ReconciliationRepository, type Reconciliation, type ReconciliationKey } from './ports.js';

const PAGE = 200;

interface Run {
  readonly key: ReconciliationKey;
  readonly row: Reconciliation;
  readonly periods: ReconciliationPeriods;
}

/**
 * Compares one app's books with one gateway's, for the periods that closed since the last time.
 * Every part may be done again: what was read, found and closed stays so, and the mark of how far
 * it got moves last.
 */
@Injectable()
export class ReconcileGateway {
  static readonly errors = [] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly gateways: CardGatewayRegistry,
    private readonly reconciliations: ReconciliationRepository,
    private readonly executed: ExecutedHere,
    private readonly compare: CompareSubjects,
    private readonly askAgain: AskAgain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when it was not due, or its gateway did not answer. */
  async execute(key: ReconciliationKey): Promise<boolean> {
    const run = await this.claim(key);
    if (!run) return false;
    try {
      await this.readTheirs(run);
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      this.logger.warn({ error, ...key }, 'a card gateway did not list what it settled');
      return false;
    }
    await this.lookForOurs(run);
    const asked = await this.lookAtOpen(run);
    await this.moveOn(run, asked);
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
    const listed = this.gateways.get(key).listSettled({ customerAppId, ...periods.theirs });
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
        const { subjects, next } = await this.executed.page(tx, ours, from);
        await this.compare.execute(tx, key, { subjects, settledBy });
        return next;
      });
    } while (after !== null);
  }

  /** Closes those that agree by now. Returns for how many payments the gateway is asked again. */
  private async lookAtOpen({ key, periods }: Run): Promise<number> {
    const suspects: string[] = [];
    let after: string | null = null;
    do {
      const from: string | null = after;
      after = await this.inApp(key, async (tx) => {
        const subjects = await this.compare.openSubjects(tx, key, { after: from, limit: PAGE });
        const { settledBy } = periods;
        suspects.push(...(await this.compare.execute(tx, key, { subjects, settledBy })));
        return subjects.length === PAGE ? (subjects.at(-1) ?? null) : null;
      });
    } while (after !== null);
    const references = new Set(suspects);
    for (const reference of references) {
      await this.inApp(key, (tx) => this.askAgain.execute(tx, reference));
    }
    return references.size;
  }

  private moveOn({ key, row, periods }: Run, asked: number): Promise<void> {
    return this.inApp(key, async (tx) => {
      const { settledUntil, more } = periods;
      const nextClose = nextSettlementCloseAfter(tx.now);
      const soon = plusMs(tx.now, RECONCILE_ASKED_AGAIN_MS);
      const next = asked > 0 && soon < nextClose ? soon : nextClose;
      const step = { from: row.settledUntil, settledUntil, dueAt: more ? tx.now : next };
      await this.reconciliations.moveOn(tx, key, step);
    });
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
