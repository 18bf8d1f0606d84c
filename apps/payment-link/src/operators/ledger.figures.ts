import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import {
  countedRows,
  FiguresOf,
  ofApp,
  type FigurePeriod,
  type OperatorQuery,
} from '@towpath/persistence';

const LAST = { table: 'ledger_checks', labels: { currency: 't.currency' } };
const AGE = 'extract(epoch FROM clock_timestamp() - min(t.checked_at))';

/** The last check of the ledger: what balances lack to zero, and how long ago the oldest was. */
@Injectable()
export class LedgerFigures extends FiguresOf {
  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const own = ofApp(period);
    const drift = await countedRows(query, { ...LAST, value: 'sum(t.drift)' }, own);
    const age = await countedRows(query, { ...LAST, value: AGE }, own);
    return [
      {
        figure: 'LEDGER_CHECK',
        unit: 'minor units',
        metric: 'ledger_drift_minor_units',
        rows: drift,
      },
      { figure: 'LEDGER_CHECK', unit: 'seconds', metric: 'ledger_drift_age_seconds', rows: age },
    ];
  }
}
