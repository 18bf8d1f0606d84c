import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, DueJob, eachOf, Transactions } from '@towpath/persistence';
import { BillSourcesService, type BillSourceKey } from './bill-sources.service.js';
import { BillingRegistry } from './ports.js';

/** Poll interval in ms of a job that is due four times an hour. */
const POLL_EVERY_MS = 30_000;
const BATCH = 100;

/** Sources of one app, or of all apps, that are to be read now. */
const DUE = byValues(`SELECT v.customer_app_id AS "customerAppId", v.app_type AS "appType",
    p.integration_id AS "integrationId"
  FROM customer_app_views v
  JOIN unnest($2::text[], $3::text[]) AS p (app_type, integration_id) USING (app_type)
  LEFT JOIN bill_sources s USING (customer_app_id, app_type, integration_id)
  WHERE ($1::text IS NULL OR v.customer_app_id = $1)
    AND coalesce(s.due_at, '-infinity') <= coalesce(v.clock_frozen_at,
      now() + v.clock_offset_ms * interval '1 millisecond')
  ORDER BY s.due_at NULLS FIRST LIMIT ${BATCH}`);

/**
 * The bills of every app at every billing system of its type. No other work depends on its instants,
 * so a clock that moves by a year need not stop at each.
 */
@Injectable()
export class ReadDueBills extends DueJob {
  override readonly name = 'read-bills';

  constructor(
    private readonly db: Transactions,
    private readonly systems: BillingRegistry,
    private readonly sources: BillSourcesService,
  ) {
    super(POLL_EVERY_MS);
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const places = this.systems.all();
    if (places.length === 0 || (!app && this.isAtRest)) return 0;
    const appTypes = places.map(({ appType }) => appType);
    const integrationIds = places.map(({ integrationId }) => integrationId);
    const due = await this.db.asWorker((tx) =>
      tx.query<BillSourceKey>(DUE, [app ?? null, appTypes, integrationIds]),
    );
    if (!app && due.length === 0) this.beginRest();
    return eachOf(due, (key) => this.sources.read(key));
  }
}
