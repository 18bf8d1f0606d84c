import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { FindRefunds } from './find-refunds.query.js';
import { FollowRefundPayout } from './follow-refund-payout.js';
import { GetRefund } from './get-refund.query.js';
import { SqlRefundRepository } from './persistence/sql-refund.repository.js';
import { RefundRepository } from './ports.js';
import { RefundController } from './refund.controller.js';
import { RequestRefund } from './request-refund.use-case.js';
import { ReturnUnexpectedMoney } from './return-unexpected-money.use-case.js';
import { SettleRefund } from './settle-refund.use-case.js';

@Module({
  imports: [LedgerModule],
  controllers: [RefundController],
  providers: [
    { provide: RefundRepository, useClass: SqlRefundRepository },
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
