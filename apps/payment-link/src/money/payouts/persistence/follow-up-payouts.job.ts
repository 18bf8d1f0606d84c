import type { PayoutId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { PursuePayout } from '../payout.conversation.js';

/** Sends due payouts, asks about them, and starts scheduled ones, by the clock of their app. */
export const followUpPayouts = jobOfRows({
  name: 'follow-up-payouts',
  table: 'payouts',
  id: 'payout_id',
  dueAt: 'due_at',
  callsOut: true,
  useCase: PursuePayout,
  run: (pursuePayout, app, id: PayoutId) => pursuePayout.execute(app, id),
});
