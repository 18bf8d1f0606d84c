import { Module, type DynamicModule } from '@nestjs/common';
import { PaymentMethodsModule } from '../../cards/payment-methods/payment-methods.module.js';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { PayBillByMandate } from './pay-bill-by-mandate.use-case.js';
import { PayDueBill } from './pay-due-bill.use-case.js';
import { payDueBills } from './persistence/pay-due-bills.job.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Bills that are paid on their due date without the payer. */
@Module({})
export class BillAutopayModule {
  /** @param charges the module that charges stored cards */
  static forRoot(charges: DynamicModule): DynamicModule {
    return {
      module: BillAutopayModule,
      imports: [
        charges,
        MoneyModule,
        MandateChargesModule,
        MandateMethodsModule,
        PaymentMethodsModule,
        PartiesModule,
      ],
      providers: [PayBillByMandate, PayDueBill, payDueBills],
    };
  }
}
