import type { PaymentId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { FollowUpDebit } from '../follow-up-debit.use-case.js';

/**
 * Asks banks about charges without an outcome, by the clock of their app. It also settles
 * reservations of dead processes, so that every reservation gets an outcome.
 */
export const followUpDebits = jobOfRows({
  name: 'follow-up-debits',
  table: 'direct_debits',
  id: 'payment_id',
  dueAt: 'follow_up_at',
  callsOut: true,
  useCase: FollowUpDebit,
  run: (followUpDebit, customerAppId, paymentId: PaymentId) =>
    followUpDebit.execute({ customerAppId, paymentId }),
});
