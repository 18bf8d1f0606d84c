import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { MandateMethodsModule } from '../../debit/mandate-methods/mandate-methods.module.js';
import { PaymentAccountsModule } from '../../parties/payment-accounts/payment-accounts.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { AdvanceStoredCard } from './advance-stored-card.use-case.js';
import { CancelMethodsOfUser } from './cancel-methods-of-user.use-case.js';
import { CancelPaymentMethod } from './cancel-payment-method.use-case.js';
import { CardsAtGateways } from './cards-at-gateways.js';
import { FindSavedCards } from './find-saved-cards.query.js';
import { ForgetBrowsers } from './forget-browsers.use-case.js';
import { GetPaymentMethod } from './get-payment-method.query.js';
import { ImportPaymentMethod } from './import-payment-method.use-case.js';
import { ListPaymentMethods } from './list-payment-methods.query.js';
import { PaymentMethodController } from './payment-method.controller.js';
import { PaymentMethodView } from './payment-method.view.js';
import { SqlPaymentMethodRepository } from './persistence/sql-payment-method.repository.js';
import { PaymentMethodRepository } from './ports.js';
import { StartStoredCard } from './start-stored-card.use-case.js';

@Module({
  imports: [
    InstitutionNamesModule,
    MandateMethodsModule,
    PaymentAccountsModule,
    PaymentUsersModule,
  ],
  controllers: [PaymentMethodController],
  providers: [
    { provide: PaymentMethodRepository, useClass: SqlPaymentMethodRepository },
    StartStoredCard,
    AdvanceStoredCard,
    CancelMethodsOfUser,
    CancelPaymentMethod,
    CardsAtGateways,
    FindSavedCards,
    ForgetBrowsers,
    GetPaymentMethod,
    ImportPaymentMethod,
    ListPaymentMethods,
    PaymentMethodView,
  ],
  exports: [
    StartStoredCard,
    AdvanceStoredCard,
    CancelMethodsOfUser,
    FindSavedCards,
    ForgetBrowsers,
    GetPaymentMethod,
  ],
})
export class PaymentMethodsModule {}
