import type { DisputeId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { KeepDeadline } from '../keep-deadline.use-case.js';

/** Reminders and deadlines, by each app's clock. */
export const keepDeadlines = jobOfRows({
  name: 'keep-dispute-deadlines',
  table: 'disputes',
  id: 'dispute_id',
  dueAt: 'due_at',
  useCase: KeepDeadline,
  run: (keepDeadline, app, id: DisputeId) => keepDeadline.execute(app, id),
});
