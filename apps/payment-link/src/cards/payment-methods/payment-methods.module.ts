import { Module } from '@nestjs/common';
import { AdvanceStoredCard } from './advance-stored-card.use-case.js';
import { CancelMethodsOfUser } from './cancel-methods-of-user.use-case.js';
import { CancelStoredCard } from './cancel-stored-card.use-case.js';
import { CardsAtGateways } from './cards-at-gateways.js';
import { FindSavedCards } from './find-saved-cards.query.js';
import { ForgetBrowsers } from './forget-browsers.use-case.js';
import { ImportPaymentMethod } from './import-payment-method.use-case.js';
import { PaymentMethodView } from './payment-method.view.js';
import { CardMethods } from './card-methods.js';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';
import { StartStoredCard } from './start-stored-card.use-case.js';
import { PartiesModule } from '../../parties/parties.module.js';

@Module({
  imports: [PartiesModule],
  providers: [
    PaymentMethodRepository,
    StartStoredCard,
    AdvanceStoredCard,
    CancelMethodsOfUser,
    CancelStoredCard,
    CardsAtGateways,
    FindSavedCards,
    ForgetBrowsers,
    ImportPaymentMethod,
    PaymentMethodView,
    CardMethods,
  ],
  exports: [
    StartStoredCard,
    AdvanceStoredCard,
    CancelMethodsOfUser,
    CancelStoredCard,
    FindSavedCards,
    ForgetBrowsers,
    ImportPaymentMethod,
    CardMethods,
  ],
})
export class PaymentMethodsModule {}
