import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { CardsModule } from '../cards/cards.module.js';
import { DebitsModule } from '../debits/debits.module.js';
import { ExternalBillsController } from './billing/external-bills.controller.js';
import { ExternalBillsService } from './billing/external-bills.service.js';
import { Gw1Controller } from './gw1/gw1.controller.js';
import { Gw2Controller } from './gw2/gw2.controller.js';
import { Gw3Controller } from './gw3/gw3.controller.js';
import { Gw4Controller } from './gw4/gw4.controller.js';

/** The interface of each party, in its own words. */
@Module({
  imports: [BaseModule, CardsModule, DebitsModule],
  controllers: [
    ExternalBillsController,
    Gw1Controller,
    Gw2Controller,
    Gw3Controller,
    Gw4Controller,
  ],
  providers: [ExternalBillsService],
})
export class GatewaysModule {}
