import { Module } from '@nestjs/common';
import { MandateChargesModule } from '../debit/mandate-charges/mandate-charges.module.js';
import { MandateDirectoryModule } from '../debit/mandate-directory/mandate-directory.module.js';
import { MandateMethodsModule } from '../debit/mandate-methods/mandate-methods.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PayoutConversation } from './payout-orders/payout.conversation.js';
import { ScheduledPayoutsController } from './payout-orders/scheduled-payouts.controller.js';
import { ScheduledPayoutsService } from './payout-orders/scheduled-payouts.service.js';

/** What needs several areas. */
@Module({
  imports: [MandateChargesModule, MandateDirectoryModule, MandateMethodsModule, MoneyModule],
  controllers: [ScheduledPayoutsController],
  providers: [PayoutConversation, ScheduledPayoutsService],
})
export class FlowsModule {}
