import { Module } from '@nestjs/common';
import { KeptMoneyModule } from '../../money/kept-money/kept-money.module.js';
import { PaymentsModule } from '../../money/payments/payments.module.js';
import { PayoutRefundsModule } from '../../money/payout-refunds/payout-refunds.module.js';
import { RefundsModule } from '../../money/refunds/refunds.module.js';
import { CardRefundController } from './card-refund.controller.js';
import { CreateRefund } from './create-refund.use-case.js';
import { CardRefundConversation } from './card-refund.conversation.js';
import { CardRefundsService } from './card-refunds.service.js';

/** Refunds that customer apps ask for: at the card gateway that took the money, or as a payout. */
@Module({
  imports: [KeptMoneyModule, PaymentsModule, PayoutRefundsModule, RefundsModule],
  controllers: [CardRefundController],
  providers: [CreateRefund, CardRefundsService, CardRefundConversation],
  exports: [CardRefundConversation],
})
export class CardRefundsModule {}
