import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  DueJob,
  type DueLook,
  eachOf,
  Transactions,
  type WorkerTx,
} from '@towpath/persistence';
import { ReconcileBooks } from './reconcile-books.use-case.js';
import { ReconciledBooks, type ReconciliationKey } from './reconciled-books.js';
import { StartReconciliation } from './start-reconciliation.use-case.js';

const BATCH = 100;
const MAX_NEW = 1_000;
/** Poll interval in ms of a job that is due once an hour. */
const POLL_MS = 30_000;

interface KeyRow {
  readonly customer_app_id: CustomerAppId;
  readonly app_type: ReconciliationKey['appType'];
  readonly integration_id: string;
}

/** Every app at every place of its type, whenever an hour of its clock is closed. */
@Injectable()
export class ReconcileSettlements extends DueJob {
  override readonly name = 'reconcile-settlements';
  private nextPollAtMs = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly startReconciliation: StartReconciliation,
    private readonly reconcileBooks: ReconcileBooks,
  ) {
    super();
  }

  override look(): DueLook {
    return { due: performance.now() >= this.nextPollAtMs };
  }

  /**
   * No other work depends on its instants, so a clock that moves by a year need not stop at each
   * hour.
   */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (!app && performance.now() < this.nextPollAtMs) return 0;
    const fresh = await this.transactions.asWorker((tx) => this.notStarted(tx, app));
    await eachOf(fresh, (key) => this.startReconciliation.execute(key));
    const due = await this.transactions.asWorker((tx) => this.due(tx, app));
    if (!app && due.length < BATCH) this.nextPollAtMs = performance.now() + POLL_MS;
    return eachOf(due, (key) => this.reconcileBooks.execute(key));
  }

  /**
   * For operators: compares the periods that are closed now, before they are due; all apps if none
   * is named.
   */
  async runNow(app?: CustomerAppId): Promise<number> {
    return eachOf(await this.started(app), (key) => this.reconcileBooks.now(key));
  }

  /** Every app at every place of its type, due or not. */
  async started(app?: CustomerAppId): Promise<ReconciliationKey[]> {
    const fresh = await this.transactions.asWorker((tx) => this.notStarted(tx, app));
    await eachOf(fresh, (key) => this.startReconciliation.execute(key));
    return this.transactions.asWorker((tx) => this.due(tx, app, 'ANY'));
  }

  private async notStarted(tx: WorkerTx, app?: CustomerAppId): Promise<ReconciliationKey[]> {
    const places = this.books.places();
    const rows = await tx.query<KeyRow>(
      byValues(`SELECT v.customer_app_id, v.app_type, p.integration_id
       FROM customer_app_views v
       JOIN unnest($2::text[], $3::text[]) AS p (app_type, integration_id)
         ON p.app_type = v.app_type
       WHERE ($1::text IS NULL OR v.customer_app_id = $1) AND NOT EXISTS (
         SELECT FROM reconciliations r WHERE r.customer_app_id = v.customer_app_id
           AND r.app_type = v.app_type AND r.integration_id = p.integration_id)
       LIMIT ${MAX_NEW}`),
      [
        app ?? null,
        places.map(({ appType }) => appType),
        places.map(({ integrationId }) => integrationId),
      ],
    );
    return rows.map(keyOf);
  }

  /** After an app goes live, the gateways and banks of test apps are not read any more. */
  private async due(
    tx: WorkerTx,
    app?: CustomerAppId,
    when: 'DUE' | 'ANY' = 'DUE',
  ): Promise<ReconciliationKey[]> {
    const rows = await tx.query<KeyRow>(
      byValues(`SELECT r.customer_app_id, r.app_type, r.integration_id
       FROM reconciliations r JOIN customer_app_views v USING (customer_app_id, app_type)
       WHERE ($2 OR r.due_at <= coalesce(v.clock_frozen_at,
           now() + v.clock_offset_ms * interval '1 millisecond'))
         AND ($1::text IS NULL OR r.customer_app_id = $1)
       ORDER BY r.due_at LIMIT $3`),
      [app ?? null, when === 'ANY', when === 'ANY' ? null : BATCH],
    );
    return rows.map(keyOf);
  }
}

function keyOf(row: KeyRow): ReconciliationKey {
  return {
    customerAppId: row.customer_app_id,
    appType: row.app_type,
    integrationId: row.integration_id,
  };
}
