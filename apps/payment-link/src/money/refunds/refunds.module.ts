import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { FindRefunds } from './find-refunds.query.js';
import { SqlRefundRepository } from './persistence/sql-refund.repository.js';
import { RefundRepository } from './ports.js';
import { ReturnUnexpectedMoney } from './return-unexpected-money.use-case.js';

@Module({
  imports: [LedgerModule],
  providers: [
    { provide: RefundRepository, useClass: SqlRefundRepository },
    ReturnUnexpectedMoney,
    FindRefunds,
  ],
  exports: [ReturnUnexpectedMoney, FindRefunds],
})
export class RefundsModule {}
