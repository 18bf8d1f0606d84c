import type { PaymentId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpMandateCharge } from '../follow-up-mandate-charge.use-case.js';

/** Asks about charges of mandates without an outcome, by the clock of their app. */
export const followUpMandateCharges = jobOfRows({
  name: 'follow-up-mandate-charges',
  table: 'mandate_charges',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpMandateCharge,
  run: (followUpMandateCharge, app, id: PaymentId) => followUpMandateCharge.execute(app, id),
});
