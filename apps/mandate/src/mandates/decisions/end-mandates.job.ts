import type { MandateId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { MandatesService } from '../mandates/mandates.service.js';

/** Mandates whose last day has passed, UTC, by their app's clock. */
export const endMandatesJob = jobOfRows({
  name: 'end-mandates',
  table: 'mandates',
  id: 'mandate_id',
  dueAt: 'over_at',
  instant: `(end_date + 1)::timestamp AT TIME ZONE 'UTC'`,
  open: `status IN ('AUTHORIZATION_REQUIRED', 'AUTHORIZING', 'SUCCEEDED') AND end_date IS NOT NULL`,
  useCase: MandatesService,
  run: (mandates, app, id: MandateId) => mandates.end(app, id),
});
