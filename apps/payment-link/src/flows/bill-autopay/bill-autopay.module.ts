import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { PayBillByMandate } from './pay-bill-by-mandate.use-case.js';
import { PayDueBill } from './pay-due-bill.use-case.js';
import { payDueBills } from './persistence/pay-due-bills.job.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Bills that are paid on their due date without the payer. */
@Module({
  imports: [MoneyModule, MandateChargesModule, MandateMethodsModule, CardsModule, PartiesModule],
  providers: [PayBillByMandate, PayDueBill, payDueBills],
})
export class BillAutopayModule {}
