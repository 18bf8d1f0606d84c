import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  added,
  countedRows,
  FiguresOf,
  groupsOf,
  inPeriod,
  ofApp,
  sharesOf,
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
  values: { deliveries: 'count(*)', attempts: 'sum(t.attempts)' },
  day: 't.created_at',
};
const OLDEST = {
  ...TABLE,
  labels: APP_TYPE,
  value: 'extract(epoch FROM clock_timestamp() - min(t.created_at))',
};

type Build = Parameters<OperatorQuery['select']>[1];

/** An inner join would read the deliveries of each app on their own: eight times as long. */
const ofApps: Build = (select) =>
  select.leftJoin('customer_app_views', 'v', 'v.customer_app_id = t.customer_app_id');
const atEndpoints: Build = (select) =>
  ofApps(select)
    .leftJoin(
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
    const open = ofApp(period, (select) =>
      ofApps(select).where(`t.status IN ('PENDING', 'RETRYING')`),
    );
    const groups = await groupsOf(query, BY_STATUS, inPeriod(period, 't.created_at', atEndpoints));
    const ages = await countedRows(query, OLDEST, open);
    const counts = added(
      groups.map(({ day: _day, ...group }) => group),
      'deliveries',
      ['app_type', 'endpoint', 'status'],
    );
    const ofStatus = (...statuses: string[]) => {
      const some = groups.filter(({ labels }) => statuses.includes(labels['status'] ?? ''));
      return added(some, 'deliveries', ['app_type']);
    };
    const rates = sharesOf(ofStatus('DELIVERED'), ofStatus('DELIVERED', 'FAILED'));
    const attempts = added(groups, 'attempts', ['app_type']);
    const figure = 'WEBHOOKS';
    return [
      { figure, unit: 'count', rows: counts },
      { figure, unit: 'count', metric: 'webhook_attempts_total', rows: attempts },
      { figure, unit: 'rate', rows: rates },
      { figure, unit: 'seconds', rows: ages },
    ];
  }
}
