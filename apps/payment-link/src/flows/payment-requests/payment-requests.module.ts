import { Module, type DynamicModule } from '@nestjs/common';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { CreatePayment } from './create-payment.use-case.js';
import { PaymentRequestController } from './payment-request.controller.js';

/** `POST /payments`: a payment that a customer app starts without the payer. */
@Module({})
export class PaymentRequestsModule {
  static forRoot(charges: DynamicModule): DynamicModule {
    return {
      module: PaymentRequestsModule,
      imports: [charges, InstitutionNamesModule, MandateChargesModule, MoneyModule],
      controllers: [PaymentRequestController],
      providers: [CreatePayment],
    };
  }
}
