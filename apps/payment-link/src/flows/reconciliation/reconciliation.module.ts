import type { DynamicModule, Type } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/service';
import { LedgerModule } from '../../money/ledger/ledger.module.js';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MandateDirectoryModule } from '../../debit/mandate-directory/mandate-directory.module.js';
import { PaymentsModule } from '../../money/payments/payments.module.js';
import { RefundsModule } from '../../money/refunds/refunds.module.js';
import { AskAgain } from './ask-again.js';
import { CardBooks } from './card-books.js';
import { ExecutedHere } from './executed-here.js';
import { MandateBooks } from './mandate-books.js';
import { PaymentBooks } from './payment-books.js';
import { ReadOurBooks } from './read-our-books.query.js';

/**
 * Our books beside those of the card gateways and of the service of mandates.
 * @param modules those of the card gateways, the payment links and the charges
 */
export function paymentReconciliation(modules: readonly (DynamicModule | Type)[]): DynamicModule {
  return ReconciliationModule.forRoot({
    books: PaymentBooks,
    providers: [CardBooks, MandateBooks, ExecutedHere, ReadOurBooks, AskAgain],
    imports: [
      ...modules,
      LedgerModule,
      MandateChargesModule,
      MandateDirectoryModule,
      PaymentsModule,
      RefundsModule,
    ],
  });
}
