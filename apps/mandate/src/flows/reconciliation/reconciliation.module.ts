import type { DynamicModule } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/reconciliation';
import { ChargingModule } from '../../charging/charging.module.js';
import { BankBooks } from './bank-books.js';
import { ReadOurDebits } from './read-our-debits.query.js';

/** The questions to banks. */
const QUESTIONS = ['direct_debits', 'mandate_submissions'].map((table) => ({
  table,
  dueAt: 'follow_up_at',
}));

/** Our direct debits beside the books of their banks. */
export function debitReconciliation(): DynamicModule {
  return ReconciliationModule.forRoot({
    books: BankBooks,
    questions: QUESTIONS,
    providers: [ReadOurDebits],
    imports: [ChargingModule],
  });
}
