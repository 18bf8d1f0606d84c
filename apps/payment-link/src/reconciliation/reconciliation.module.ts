import type { DynamicModule, Type } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/service';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { AskAgain } from './ask-again.js';
import { CardBooks } from './card-books.js';
import { ExecutedHere } from './executed-here.js';
import { ReadOurBooks } from './read-our-books.query.js';

/**
 * Our books beside those of the card gateways.
 * @param modules those of the card gateways, the payment links and the charges
 */
export function cardReconciliation(modules: readonly (DynamicModule | Type)[]): DynamicModule {
  return ReconciliationModule.forRoot({
    books: CardBooks,
    providers: [ExecutedHere, ReadOurBooks, AskAgain],
    imports: [...modules, LedgerModule, PaymentsModule, RefundsModule],
  });
}
