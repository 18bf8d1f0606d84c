import { jobOfRows } from '@towpath/persistence';
import type { RefundId } from '../../../money/refunds/domain/refund.js';
import { PursueCardRefund } from '../card-refund.conversation.js';

/** Sends due refunds to the gateway again, by the clock of their app. */
export const followUpCardRefunds = jobOfRows({
  name: 'follow-up-card-refunds',
  table: 'refunds',
  id: 'refund_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: PursueCardRefund,
  run: (pursueCardRefund, app, id: RefundId) => pursueCardRefund.followUp(app, id),
});
