import type { BillId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { PayDueBill } from '../pay-due-bill.use-case.js';

/** Bills whose due date has come by their app's clock. */
export const payDueBills = jobOfRows({
  name: 'pay-due-bills',
  table: 'bills',
  id: 'bill_id',
  dueAt: 'autopay_at',
  open: 'autopay_at IS NOT NULL',
  callsOut: true,
  useCase: PayDueBill,
  run: (payDueBill, app, id: BillId) => payDueBill.execute(app, id),
});
