import { Module } from '@nestjs/common';
import { PaymentMethodsModule } from '../../cards/payment-methods/payment-methods.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { CancelPaymentMethod } from './cancel-payment-method.use-case.js';
import { GetPaymentMethod } from './get-payment-method.query.js';
import { ListPaymentMethods } from './list-payment-methods.query.js';
import { PaymentMethodController } from './payment-method.controller.js';

/** The operations on stored payment methods, cards and mandates alike. */
@Module({
  imports: [InstitutionNamesModule, MandateMethodsModule, PaymentMethodsModule, PaymentUsersModule],
  controllers: [PaymentMethodController],
  providers: [CancelPaymentMethod, GetPaymentMethod, ListPaymentMethods],
})
export class StoredMethodsModule {}
