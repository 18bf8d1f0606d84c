import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MandateChargesModule } from '../../debit/mandate-charges/mandate-charges.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { CreatePayment } from './create-payment.use-case.js';
import { PaymentRequestController } from './payment-request.controller.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** `POST /payments`: a payment that a customer app starts without the payer. */
@Module({
  imports: [CardsModule, PartiesModule, MandateChargesModule, MoneyModule],
  controllers: [PaymentRequestController],
  providers: [CreatePayment],
})
export class PaymentRequestsModule {}
