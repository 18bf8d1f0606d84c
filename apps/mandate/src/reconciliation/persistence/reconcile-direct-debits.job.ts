import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { DueJob, Transactions, type WorkerTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../direct-debit/direct-debit-registry.js';
import { eachOf } from '../../persistence/each-of.js';
import type { ReconciliationKey } from '../ports.js';
import { ReconcileBank } from '../reconcile-bank.use-case.js';
import { StartReconciliation } from '../start-reconciliation.use-case.js';

const BATCH = 100;
const MOST_NEW = 1_000;
/** What is due once an hour need not be looked for each second. */
const LOOK_EVERY_MS = 30_000;

interface KeyRow {
  readonly customer_app_id: CustomerAppId;
  readonly app_type: ReconciliationKey['appType'];
  readonly integration_id: string;
}

/** Every app at every direct debit bank of its type, whenever an hour of its clock is closed. */
@Injectable()
export class ReconcileDirectDebits extends DueJob {
  override readonly name = 'reconcile-direct-debits';
  private nextLook = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly banks: DirectDebitRegistry,
    private readonly start: StartReconciliation,
    private readonly reconcile: ReconcileBank,
  ) {
    super();
  }

  /** Nobody plans with it: a clock that moves a year need not stop at each of its hours. */
  override nextDue(): Promise<null> {
    return Promise.resolve(null);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    if (!app && performance.now() < this.nextLook) return 0;
    const fresh = await this.transactions.asWorker((tx) => this.notStarted(tx, app));
    await eachOf(fresh, (key) => this.start.execute(key));
    const due = await this.transactions.asWorker((tx) => this.due(tx, app));
    if (!app && due.length < BATCH) this.nextLook = performance.now() + LOOK_EVERY_MS;
    return eachOf(due, (key) => this.reconcile.execute(key));
  }

  private async notStarted(tx: WorkerTx, app?: CustomerAppId): Promise<ReconciliationKey[]> {
    const connectors = this.banks.all();
    const rows = await tx.query<KeyRow>(
      `SELECT v.customer_app_id, v.app_type, b.integration_id
       FROM customer_app_views v
       JOIN unnest($2::text[], $3::text[]) AS b (app_type, integration_id)
         ON b.app_type = v.app_type
       WHERE ($1::text IS NULL OR v.customer_app_id = $1) AND NOT EXISTS (
         SELECT FROM reconciliations r WHERE r.customer_app_id = v.customer_app_id
           AND r.app_type = v.app_type AND r.integration_id = b.integration_id)
       LIMIT ${MOST_NEW}`,
      [
        app ?? null,
        connectors.map(({ appType }) => appType),
        connectors.map(({ integrationId }) => integrationId),
      ],
    );
    return rows.map(keyOf);
  }

  /** Of an app that went live, the banks of test apps are read no more. */
  private async due(tx: WorkerTx, app?: CustomerAppId): Promise<ReconciliationKey[]> {
    const rows = await tx.query<KeyRow>(
      `SELECT r.customer_app_id, r.app_type, r.integration_id
       FROM reconciliations r JOIN customer_app_views v USING (customer_app_id, app_type)
       WHERE r.due_at <= app_now(r.customer_app_id)
         AND ($1::text IS NULL OR r.customer_app_id = $1)
       ORDER BY r.due_at LIMIT ${BATCH}`,
      [app ?? null],
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
