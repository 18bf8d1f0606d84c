import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  countedRows,
  FiguresOf,
  inPeriod,
  ofApp,
  type FigurePeriod,
  type OperatorQuery,
} from '@towpath/persistence';

const TABLE = { table: 'webhook_deliveries' };
const APP_TYPE = { app_type: 'v.app_type' };
const ENDPOINT = `CASE WHEN e.deleted_at IS NOT NULL THEN 'deleted' WHEN NOT e.enabled THEN 'disabled'
  WHEN h.failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END`;
const BY_STATUS = {
  ...TABLE,
  labels: { ...APP_TYPE, endpoint: ENDPOINT, status: 't.status' },
  value: 'count(*)',
};
const SUCCESS = {
  ...TABLE,
  labels: APP_TYPE,
  value: `avg((t.status = 'DELIVERED')::int)`,
  day: 't.created_at',
};
const ATTEMPTS = { ...TABLE, labels: APP_TYPE, value: 'sum(t.attempts)', day: 't.created_at' };
const OLDEST = {
  ...TABLE,
  labels: APP_TYPE,
  value: 'extract(epoch FROM clock_timestamp() - min(t.created_at))',
};

type Build = Parameters<OperatorQuery['select']>[1];

const ofApps: Build = (select) =>
  select.innerJoin('customer_app_views', 'v', 'v.customer_app_id = t.customer_app_id');
const atEndpoints: Build = (select) =>
  ofApps(select)
    .innerJoin(
      'webhook_endpoints',
      'e',
      'e.customer_app_id = t.customer_app_id AND e.webhook_endpoint_id = t.webhook_endpoint_id',
    )
    .leftJoin(
      'webhook_endpoint_health',
      'h',
      'h.customer_app_id = t.customer_app_id AND h.webhook_endpoint_id = t.webhook_endpoint_id',
    );

/** How webhooks arrive, by real time. */
@Injectable()
export class WebhookFigures extends FiguresOf {
  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const at = 't.created_at';
    const ended = inPeriod(period, at, (select) =>
      ofApps(select).where(`t.status IN ('DELIVERED', 'FAILED')`),
    );
    const open = ofApp(period, (select) =>
      ofApps(select).where(`t.status IN ('PENDING', 'RETRYING')`),
    );
    const counts = await countedRows(query, BY_STATUS, inPeriod(period, at, atEndpoints));
    const attempts = await countedRows(query, ATTEMPTS, inPeriod(period, at, ofApps));
    const rates = await countedRows(query, SUCCESS, ended);
    const ages = await countedRows(query, OLDEST, open);
    const figure = 'WEBHOOKS';
    return [
      { figure, unit: 'count', rows: counts },
      { figure, unit: 'count', metric: 'webhook_attempts_total', rows: attempts },
      { figure, unit: 'rate', rows: rates },
      { figure, unit: 'seconds', rows: ages },
    ];
  }
}
