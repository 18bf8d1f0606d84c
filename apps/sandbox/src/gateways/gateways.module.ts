import { Module } from '@nestjs/common';
import { BillingController } from './billing/billing.controller.js';
import { Gw1AuthorizationsController } from './gw1/gw1-authorizations.controller.js';
import { Gw1BooksController } from './gw1/gw1-books.controller.js';
import { Gw2PaymentsController } from './gw2/gw2-payments.controller.js';
import { Gw3CollectionsController } from './gw3/gw3-collections.controller.js';
import { Gw3MandatesController } from './gw3/gw3-mandates.controller.js';
import { Gw3PayoutsController } from './gw3/gw3-payouts.controller.js';
import { Gw3TransfersController } from './gw3/gw3-transfers.controller.js';
import { Gw4IntentsController } from './gw4/gw4-intents.controller.js';
import { StoredCardsController } from './stored-cards/stored-cards.controller.js';
import { BillingBooks } from './billing/billing-books.js';
import { BaseModule } from '../base/base.module.js';
import { CardsModule } from '../cards/cards.module.js';
import { DebitsModule } from '../debits/debits.module.js';

/** The interface of each party, in its own words. */
@Module({
  imports: [BaseModule, CardsModule, DebitsModule],
  controllers: [
    BillingController,
    Gw1AuthorizationsController,
    Gw1BooksController,
    Gw2PaymentsController,
    Gw3CollectionsController,
    Gw3MandatesController,
    Gw3PayoutsController,
    Gw3TransfersController,
    Gw4IntentsController,
    StoredCardsController,
  ],
  providers: [BillingBooks],
})
export class GatewaysModule {}
