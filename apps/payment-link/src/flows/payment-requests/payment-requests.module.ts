import { Module, type DynamicModule } from '@nestjs/common';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { CreatePayment } from './create-payment.use-case.js';
import { PaymentRequestController } from './payment-request.controller.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** `POST /payments`: a payment that a customer app starts without the payer. */
@Module({})
export class PaymentRequestsModule {
  static forRoot(charges: DynamicModule): DynamicModule {
    return {
      module: PaymentRequestsModule,
      imports: [charges, PartiesModule, MandateChargesModule, MoneyModule],
      controllers: [PaymentRequestController],
      providers: [CreatePayment],
    };
  }
}
