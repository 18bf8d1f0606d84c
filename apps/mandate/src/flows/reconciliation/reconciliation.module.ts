import type { DynamicModule } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/reconciliation';
import { ChargesModule } from '../../charging/charges/charges.module.js';
import { BankBooks } from './bank-books.js';
import { ReadOurDebits } from './read-our-debits.query.js';

/** Our direct debits beside the books of their banks. */
export function debitReconciliation(): DynamicModule {
  return ReconciliationModule.forRoot({
    books: BankBooks,
    providers: [ReadOurDebits],
    imports: [ChargesModule],
  });
}
