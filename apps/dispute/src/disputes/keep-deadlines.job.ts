import type { DisputeId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { DisputesService } from './disputes.service.js';

/** Reminders and deadlines, by each app's clock. */
export const keepDeadlinesJob = jobOfRows({
  name: 'keep-dispute-deadlines',
  table: 'disputes',
  id: 'dispute_id',
  dueAt: 'due_at',
  useCase: DisputesService,
  run: (disputes, app, id: DisputeId) => disputes.keepDeadline(app, id),
});
