import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { CancelPaymentMethod } from './cancel-payment-method.use-case.js';
import { GetPaymentMethod } from './get-payment-method.query.js';
import { ListPaymentMethods } from './list-payment-methods.query.js';
import { PaymentMethodController } from './payment-method.controller.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** The operations on stored payment methods, cards and mandates alike. */
@Module({
  imports: [PartiesModule, MandateMethodsModule, CardsModule],
  controllers: [PaymentMethodController],
  providers: [CancelPaymentMethod, GetPaymentMethod, ListPaymentMethods],
})
export class StoredMethodsModule {}
