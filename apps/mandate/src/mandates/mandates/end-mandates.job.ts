import type { MandateId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { EndMandate } from './end-mandate.use-case.js';

/** Mandates whose last day has passed, UTC, by their app's clock. */
export const endMandates = jobOfRows({
  name: 'end-mandates',
  table: 'mandates',
  id: 'mandate_id',
  dueAt: 'over_at',
  instant: `(end_date + 1)::timestamp AT TIME ZONE 'UTC'`,
  open: `status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED') AND end_date IS NOT NULL`,
  useCase: EndMandate,
  run: (endMandate, app, id: MandateId) => endMandate.execute(app, id),
});
