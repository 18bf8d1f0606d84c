import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { CreatePayment } from './create-payment.use-case.js';
import { PaymentRequestController } from './payment-request.controller.js';
import { PartiesModule } from '../../parties/parties.module.js';
import { DebitModule } from '../../debit/debit.module.js';

/** `POST /payments`: a payment that a customer app starts without the payer. */
@Module({
  imports: [CardsModule, PartiesModule, DebitModule, MoneyModule],
  controllers: [PaymentRequestController],
  providers: [CreatePayment],
})
export class PaymentRequestsModule {}
