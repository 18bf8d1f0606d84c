import type { DisputeId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpAnswer } from '../follow-up-answer.use-case.js';

/** Answers whose outcome is unknown, by each app's clock. */
export const followUpAnswers = jobOfRows({
  name: 'follow-up-dispute-answers',
  table: 'dispute_answers',
  id: 'dispute_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpAnswer,
  run: (followUpAnswer, app, id: DisputeId) => followUpAnswer.execute(app, id),
});
