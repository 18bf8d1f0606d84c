import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  countedRows,
  FiguresOf,
  ofApp,
  type FigurePeriod,
  type OperatorQuery,
} from '@towpath/persistence';

/** Open differences, for operators: the sum over gateways is the metric. */
@Injectable()
export class DifferenceFigures extends FiguresOf {
  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const counted = {
      table: 'reconciliation_differences',
      labels: { app_type: 't.app_type', gateway: 't.integration_id', kind: 't.kind' },
      value: 'count(*)',
    };
    const open = ofApp(period, (select) => select.where('t.closed_at IS NULL'));
    const rows = await countedRows(query, counted, open);
    return [
      { figure: 'RECONCILIATION', unit: 'count', metric: 'reconciliation_differences', rows },
    ];
  }
}
