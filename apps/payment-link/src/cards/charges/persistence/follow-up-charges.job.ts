import type { PaymentId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpCharge } from '../follow-up-charge.use-case.js';

/** Asks gateways about charges without an outcome, by the clock of their app. */
export const followUpCharges = jobOfRows({
  name: 'follow-up-charges',
  table: 'charges',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpCharge,
  run: (followUpCharge, app, id: PaymentId) => followUpCharge.execute(app, id),
});
