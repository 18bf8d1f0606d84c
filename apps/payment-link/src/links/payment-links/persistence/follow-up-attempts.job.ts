import type { PaymentAttemptId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpAttempt } from '../follow-up-attempt.use-case.js';

/** Asks gateways about attempts without an outcome, by the clock of their app. */
export const followUpAttempts = jobOfRows({
  name: 'follow-up-attempts',
  table: 'payment_attempts',
  id: 'attempt_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpAttempt,
  run: (followUpAttempt, app, id: PaymentAttemptId) => followUpAttempt.execute(app, id),
});
