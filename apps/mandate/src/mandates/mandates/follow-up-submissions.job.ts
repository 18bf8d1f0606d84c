import type { MandateId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpSubmission } from './follow-up-submission.use-case.js';

/** Sends due mandates to banks, or asks banks about them, by their app's clock. */
export const followUpSubmissions = jobOfRows({
  name: 'follow-up-mandates',
  table: 'mandate_submissions',
  id: 'mandate_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpSubmission,
  run: (followUpSubmission, app, id: MandateId) => followUpSubmission.execute(app, id),
});
