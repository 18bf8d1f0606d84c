import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { FindRefunds } from './find-refunds.query.js';
import { FollowRefundPayout } from './follow-refund-payout.js';
import { GetRefund } from './get-refund.query.js';
import { RefundRepository } from './persistence/refund.repository.js';
import { RefundController } from './refund.controller.js';
import { RequestRefund } from './request-refund.use-case.js';
import { ReturnUnexpectedMoney } from './return-unexpected-money.use-case.js';
import { SettleRefund } from './settle-refund.use-case.js';

@Module({
  imports: [LedgerModule],
  controllers: [RefundController],
  providers: [
    RefundRepository,
    ReturnUnexpectedMoney,
    RequestRefund,
    SettleRefund,
    FindRefunds,
    FollowRefundPayout,
    GetRefund,
  ],
  exports: [
    ReturnUnexpectedMoney,
    RequestRefund,
    SettleRefund,
    FindRefunds,
    FollowRefundPayout,
    GetRefund,
  ],
})
export class RefundsModule {}
