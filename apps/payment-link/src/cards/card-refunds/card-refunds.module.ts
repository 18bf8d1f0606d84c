import { Module } from '@nestjs/common';
import { MoneyModule } from '../../money/money.module.js';
import { CardRefundController } from './card-refund.controller.js';
import { CreateRefund } from './create-refund.use-case.js';
import { CardRefundConversation } from './card-refund.conversation.js';
import { CardRefundsService } from './card-refunds.service.js';

/** Refunds that customer apps ask for: at the card gateway that took the money, or as a payout. */
@Module({
  imports: [MoneyModule],
  controllers: [CardRefundController],
  providers: [CreateRefund, CardRefundsService, CardRefundConversation],
  exports: [CardRefundConversation],
})
export class CardRefundsModule {}
