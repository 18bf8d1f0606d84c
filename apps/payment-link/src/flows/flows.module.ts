import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { MandateChargesModule } from '../debit/mandate-charges/mandate-charges.module.js';
import { MandateDirectoryModule } from '../debit/mandate-directory/mandate-directory.module.js';
import { MandateMethodsModule } from '../debit/mandate-methods/mandate-methods.module.js';
import { MoneyModule } from '../money/money.module.js';
import { PartiesModule } from '../parties/parties.module.js';
import { BillAutopayService } from './bill-autopay/bill-autopay.service.js';
import { MandateAutopayService } from './bill-autopay/mandate-autopay.service.js';
import { payDueBillsJob } from './bill-autopay/pay-due-bills.job.js';
import { PayoutConversation } from './payout-orders/payout.conversation.js';
import { ScheduledPayoutsController } from './payout-orders/scheduled-payouts.controller.js';
import { ScheduledPayoutsService } from './payout-orders/scheduled-payouts.service.js';
import { RefundRequestsController } from './refund-requests/refund-requests.controller.js';
import { RefundRequestsService } from './refund-requests/refund-requests.service.js';

/** What needs several areas. */
@Module({
  imports: [
    CardsModule,
    MandateChargesModule,
    MandateDirectoryModule,
    MandateMethodsModule,
    MoneyModule,
    PartiesModule,
  ],
  controllers: [RefundRequestsController, ScheduledPayoutsController],
  providers: [
    BillAutopayService,
    MandateAutopayService,
    payDueBillsJob,
    PayoutConversation,
    RefundRequestsService,
    ScheduledPayoutsService,
  ],
})
export class FlowsModule {}
