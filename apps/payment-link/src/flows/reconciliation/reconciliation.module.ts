import type { DynamicModule } from '@nestjs/common';
import { ReconciliationModule } from '@towpath/reconciliation';
import { CardsModule } from '../../cards/cards.module.js';
import { LinksModule } from '../../links/links.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { AskAgain } from './ask-again.js';
import { BankPayoutBooks } from './bank-payout-books.js';
import { CardBooks } from './card-books.js';
import { ExecutedHere } from './executed-here.js';
import { IncomingBooks } from './incoming-books.js';
import { MandateBooks } from './mandate-books.js';
import { PaymentBooks } from './payment-books.js';
import { ReadOurBooks } from './read-our-books.query.js';
import { DebitModule } from '../../debit/debit.module.js';

/** The questions to gateways, mandate and banks. */
const QUESTIONS = [
  ...['payment_attempts', 'charges', 'refunds', 'mandate_charges'].map((table) => ({
    table,
    dueAt: 'follow_up_at',
  })),
  // The others wait for their day.
  { table: 'payouts', dueAt: 'due_at', open: `status IN ('SUBMITTED', 'FAILED')` },
];

/** Our books beside those of card gateways, of the service of mandates and of banks that pay out. */
export function paymentReconciliation(): DynamicModule {
  return ReconciliationModule.forRoot({
    books: PaymentBooks,
    questions: QUESTIONS,
    providers: [
      BankPayoutBooks,
      CardBooks,
      IncomingBooks,
      MandateBooks,
      ExecutedHere,
      ReadOurBooks,
      AskAgain,
    ],
    imports: [LinksModule, CardsModule, MoneyModule, DebitModule],
  });
}
