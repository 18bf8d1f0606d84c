import type { BillId } from '@towpath/kernel';
import { jobOfRows } from '@towpath/persistence';
import { BillAutopayService } from './bill-autopay.service.js';

/** Bills whose due date has come by their app's clock. */
export const payDueBillsJob = jobOfRows({
  name: 'pay-due-bills',
  table: 'bills',
  id: 'bill_id',
  dueAt: 'autopay_at',
  open: 'autopay_at IS NOT NULL',
  callsOut: true,
  useCase: BillAutopayService,
  run: (autopay, app, id: BillId) => autopay.payDue(app, id),
});
