import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  countedRows,
  FiguresOf,
  ofApp,
  type FigurePeriod,
  type OperatorQuery,
} from '@towpath/persistence';

const DAYS_LEFT = `floor(extract(epoch FROM
  (t.report ->> 'defensePeriodDeadline')::timestamptz - app_now(t.customer_app_id)) / 86400)`;

/** Whole days by the app's clock; disputes with more than a week left are one group. */
const LEFT = `CASE WHEN ${DAYS_LEFT} > 7 THEN 'more'
  ELSE greatest(${DAYS_LEFT}, 0)::text END`;

/** Disputes that wait for an answer, by the time that is left for it. */
@Injectable()
export class DisputeFigures extends FiguresOf {
  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const counted = {
      table: 'disputes',
      labels: { app_type: 'v.app_type', days_left: LEFT },
      value: 'count(*)',
    };
    const open = ofApp(period, (select) =>
      select
        .innerJoin('customer_app_views', 'v', 'v.customer_app_id = t.customer_app_id')
        .where(`t.status = 'ACTION_REQUIRED'`)
        .andWhere('t.due_at IS NOT NULL'),
    );
    const rows = await countedRows(query, counted, open);
    return [{ figure: 'DISPUTE_DEADLINES', unit: 'count', rows }];
  }
}
